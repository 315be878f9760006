// Compile each schema named on the command line in the strict mode of Ajv; print what is wrong, one line each.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";

const Ajv2020 = createRequire(import.meta.url)("ajv/dist/2020").default;
let wrong = 0;
for (const file of process.argv.slice(2)) {
  const said = [];
  const logger = {log: (text) => said.push(text), warn: (text) => said.push(text), error: (text) => said.push(text)};
  try {
    new Ajv2020({strict: true, validateFormats: false, logger}).compile(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    said.push(error.message);
  }
  said.forEach((text) => console.log(`${file}: ${text}`));
  wrong += said.length;
}
process.exit(wrong ? 1 : 0);
