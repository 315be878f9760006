// Attacks: who attacks whom with what, the exact odds as bars, and the dice step by step; also dice by themselves.
import { button, h } from "../dom.js";

/** A chance in percent: never 0 or 100 unless it is exactly that. */
const percent = ({ exact, decimal }) => (exact === "0" || exact === "1" ? `${100 * exact}` : `${Math.min(99, Math.max(1, Math.round(decimal * 100)))}`) + " %";
const fine = ({ decimal }) => `${(decimal * 100).toFixed(2)} %`;
const words = (word) => word.replace(/^(attacker|target)\./, "$1: ").replace(/-/g, " ");

function fighters(which, app, acts) {
  const sides = acts.sides();
  const now = app.table[which];
  const value = now ? `${now.side}/${now.nth ?? ""}` : "";
  const change = (event) => {
    const [side, nth] = event.target.value.split("/");
    if (side === "any") return acts.anyTarget();
    return acts.chooseFighter(which, side ? { side, nth: Number(nth), row: sides[side].view.models[nth].row } : null);
  };
  const order = which === "attacker" ? ["mine", "theirs"] : ["theirs", "mine"];
  return h("div.field", h("label", { for: `field-${which}` }, which), h("select", { id: `field-${which}`, key: `fight-${which}`, onchange: change },
    h("option", { value: "" }, "choose"),
    order.filter((side) => sides[side]).map((side) => h("optgroup", { label: sides[side].name }, sides[side].view.models.map((one, nth) => h("option", { value: `${side}/${nth}`, selected: value === `${side}/${nth}` }, one.card.name)))),
    which === "target" ? [now && now.side === "entry" ? h("option", { value: "entry/", selected: true }, now.name) : null, h("option", { value: "any/" }, "Something else of the game…")] : null));
}

function circumstances(several, table, acts) {
  const stated = new Map(table.words.map((one) => one.split("=")));
  const toggle = (one) => button(words(one.word), () => acts.circumstance(one.word, stated.has(one.word) ? null : 1), { "aria-pressed": String(stated.has(one.word)), key: `with-${one.word}`, title: one.text });
  const number = (one) => h("label.number", words(one.word), h("input", { type: "number", inputmode: "numeric", min: 0, max: 99, key: `with-${one.word}`, value: stated.get(one.word) ?? "", placeholder: "card", title: one.text,
    onchange: (event) => acts.circumstance(one.word, event.target.value === "" ? null : Math.max(0, Math.trunc(Number(event.target.value)))) }));
  const of = (...kinds) => several.filter((one) => kinds.includes(one.kind));
  const part = (title, list, draw) => list.length ? [h("h3.small", title), h("div.boxes", { role: "group", label: title }, list.map(draw))] : null;
  if (!several.length) return null;
  return h("details", { key: "circumstances" }, h("summary", table.words.length ? `With ${table.words.map(words).join(", ")}` : "Circumstances: cover, range, wounds…"),
    part("As it is now", of("state", "history"), toggle), part("In use or in force", of("entry"), toggle), part("Numbers", of("number"), number));
}

// All bars have one scale, so that the same chance has the same length.
const bar = (label, chance) => h("li", h("span", label), h("span.trough", h("i", { vars: { "--part": `${100 * chance.decimal}%` } })), h("span.cost", { title: chance.exact }, fine(chance)));

function side(title, one) {
  return [h("h3.small", title), h("ul.bars.odds", bar("wound", one.wound), bar("out", one.out)),
    h("p.quiet", `${one.mean.decimal.toFixed(2)} damage on average; ${one.health} takes it out.`),
    h("ul.bars.odds", { label: `Damage, ${title}` }, one.damage.map(({ damage, chance }) => bar(`${damage} damage`, chance)))];
}

/** The odds of the attack that is chosen, in full. */
function odds(one, answer) {
  if (!one.possible) return h("p.bad", `Not allowed: ${one.forbidden_by} forbids it.`);
  const { odds: all } = answer;
  const line = (name, several) => (several.length ? h("p", h("b", name), ` ${several.join(", ")}.`) : null);
  return [one.attacks > 1 ? h("p", `${one.attacks} attacks together.`) : null, h("ul.bars.odds", bar(one.to_target ? "hit" : "success", one.hit)),
    one.to_target && side("To the target", one.to_target), one.to_attacker && side("Back at the attacker", one.to_attacker),
    line("Counted:", one.counted), line("NOT counted:", one.uncounted), line("NO odds:", all.without_odds.map((gap) => `${gap.name} (${gap.reason})`)),
    h("details", { key: "policy" }, h("summary", "What is assumed"), all.policy.map((text) => h("p", text)))];
}

const label = (one, labels) => [labels[one.sequence], one.weapon, one.answer && `answered with ${one.answer}`].filter(Boolean).join(" · ");
const short = (one) => (!one.possible ? "not allowed" : [`${one.to_target ? "hit" : "success"} ${percent(one.hit)}`, one.to_target && `wound ${percent(one.to_target.wound)}`, one.to_target && `out ${percent(one.to_target.out)}`].filter(Boolean).join(" · "));

/** One step with its dice, each of which can be set to what somebody rolled by hand. */
function step(one, rolled, acts) {
  const again = one.dice.filter((die) => die.again !== null);
  const faces = [...one.dice.map((die) => die.shows), ...again.map((die) => die.again)];
  const set = (place) => (event) => {
    const made = faces.slice(0, place < one.dice.length ? one.dice.length : faces.length);
    made[place] = Math.trunc(Number(event.target.value)) || 1;
    acts.attack({ ...rolled.rolls, [one.nth]: made }, true);
  };
  const die = (face, sides, place, title) => h("input.die", { type: "number", inputmode: "numeric", min: 1, max: sides, value: face, key: `die-${one.nth}-${place}`, label: title, onchange: set(place) });
  return h("li", h("b", one.label), " ",
    one.dice.map((each, nth) => die(each.shows, each.sides, nth, `Die ${nth + 1} of ${one.label}, d${each.sides}`)), one.bonus ? ` +${one.bonus} ` : null,
    again.length ? [h("span.quiet", " rolled again: "), again.map((each, nth) => [`${each.shows} → `, die(each.again, each.sides, one.dice.length + nth, `Rolled again ${nth + 1} of ${one.label}`)])] : null,
    one.choices.length ? h("select", { key: `die-${one.nth}`, label: one.label, onchange: (event) => acts.attack({ ...rolled.rolls, [one.nth]: [Number(event.target.value)] }, true) }, one.choices.map((number) => h("option", { value: number, selected: one.results.some(([, made]) => made === number) }, number))) : null,
    h("span", ` ${one.came}`));
}

function dice(rolled, table, acts) {
  if (rolled.forbidden_by) return h("p.bad", `Not allowed: ${rolled.forbidden_by} forbids it.`);
  const over = rolled.shown >= rolled.steps.length;
  const lost = rolled.lost.map((number, nth) => (number ? `${nth ? "Target" : "Attacker"} loses ${number}${rolled.out[nth] ? " and is out" : ""}` : "")).filter(Boolean);
  return [h("ol.steps", { label: "The attack step by step" }, rolled.steps.slice(0, rolled.shown).map((one) => step(one, rolled, acts))),
    over ? h("p", { role: "status" }, h("b", lost.join(". ") || "Nobody is hurt."), rolled.counted.length ? h("span.quiet", ` Counted: ${rolled.counted.join(", ")}.`) : null) : null,
    h("div.tools", over ? null : button("Next step", () => acts.reveal(rolled.shown + 1), { class: "main", key: "step" }), over ? null : button("All steps", () => acts.reveal(rolled.steps.length), { key: "steps" }),
      over && lost.length && table.target.side !== "entry" ? button("Mark the damage", acts.wound, { class: "main", key: "wound" }) : null, button("Roll again", () => acts.attack(), { key: "again" })),
    h("p.quiet", `Rolled at the table? Type your own dice over these. Seed ${rolled.seed}.`)];
}

let many = 1;

function loose({ playing, table }, acts) {
  return playing.dice.length > 0 && h("section", { label: "Dice" }, h("h2", "Dice"), h("div.tools", h("input", { type: "number", inputmode: "numeric", min: 1, max: 99, value: many, key: "many", label: "How many dice", onchange: (event) => (many = Math.min(99, Math.max(1, Math.trunc(Number(event.target.value)) || 1))) }),
    playing.dice.map((kind) => button(kind, () => acts.dice(`${many}${kind}`), { key: `dice-${kind}`, label: `Roll ${kind}` }))),
    h("ul.thrown", table.dice.map((one) => h("li", h("b", one.dice), ` ${one.shows.join(", ")}`, one.shows.length > 1 ? h("span.quiet", ` = ${one.sum}`) : null))));
}

export function attack(app, acts) {
  const { table, playing } = app;
  const { answer } = table;
  const attacks = answer && answer.odds ? answer.odds.attacks : [];
  const one = attacks[table.nth];
  return h("div.panes",
    h("div", playing.attacks ? h("section", { label: "Attack" }, h("h2", "Attack"), fighters("attacker", app, acts), fighters("target", app, acts),
      answer && answer.reason ? h("p.bad", { role: "status" }, answer.reason) : null,
      attacks.length ? [h("div.attacks", { role: "group", label: "Attacks" }, attacks.map((each, nth) => h("button", { "aria-pressed": String(nth === table.nth), key: `attack-${nth}`, onclick: () => acts.withAttack(nth) }, h("b", label(each, answer.labels)), h("small", short(each))))),
        circumstances(answer.odds.circumstances, table, acts)] : null) : h("p", "This game prints no attack with dice, so there are no odds.")),
    h("div", one ? [h("section", { label: "Roll it" }, h("h2", "Roll it"), table.rolled ? dice(table.rolled, table, acts) : button("Roll this attack", () => acts.attack(), { class: "main", key: "roll-attack" })), h("section", { label: "Odds" }, h("h2", "Odds"), odds(one, answer))] : null),
    loose(app, acts));
}
