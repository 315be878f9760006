// A small engine in JavaScript: take a force, say who acts in which order and how many hits each model takes.
//
//     listbuilder export squad.yaml --to engine | node engine.mjs
//     node engine.mjs force.json
//     node engine.mjs --service http://127.0.0.1:8000 squad.json
//
// It knows the published force (schemas/force.schema.json) and nothing else.

import { readFileSync } from "node:fs";

const LIFE = ["hp", "wounds", "hits", "health"];
const SPEED = ["initiative", "mv", "move", "movement", "speed"];

const firstStat = (force, names) =>
  force.game.stats.find((stat) => names.includes(stat.id) || names.includes(stat.name.toLowerCase()))?.id;

const lifeOf = (force) => force.game.stats.find((stat) => stat.boxes)?.id ?? firstStat(force, LIFE);

function bestWeapon(model) {
  const reach = (weapon) => weapon.range?.value ?? 0;
  const [best] = [...model.weapons].sort((a, b) => reach(b) - reach(a));
  return best ? best.name + (best.damage ? ` ${best.damage.text}` : "") : "-";
}

function fighters(force) {
  const [life, speed] = [lifeOf(force), firstStat(force, SPEED)];
  return force.models
    .filter((model) => model.deploy)
    .map((model) => ({
      id: model.id,
      title: model.title,
      life: model.stats[life] ?? 0,
      speed: model.stats[speed] ?? 0,
      best: bestWeapon(model),
    }))
    .sort((a, b) => b.speed - a.speed);
}

async function fromService(url, file) {
  const answer = await fetch(`${url}/import`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ list: readFileSync(file, "utf8") }),
  });
  const body = await answer.json();
  if (!answer.ok) {
    for (const finding of body.error.findings) console.error(`${finding.code}: ${finding.message}`);
    process.exit(1);
  }
  return body;
}

const [first, ...rest] = process.argv.slice(2);
const force =
  first === "--service" ? await fromService(...rest) : JSON.parse(readFileSync(first ?? 0, "utf8"));
if (force.document !== "listbuilder-force" || !force.schema.startsWith("2.")) {
  console.error("This is no force that I can read.");
  process.exit(3);
}
console.log(`${force.game.name}: ${force.list.name} (${force.points.total} ${force.points.name})`);
fighters(force).forEach((one, turn) =>
  console.log(`${turn + 1}. ${one.id} ${one.title}: ${one.life} life, speed ${one.speed}, ${one.best}`),
);
