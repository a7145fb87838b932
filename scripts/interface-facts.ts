// Writes contract/fixtures/interface-facts.json, the structure of the published interface, from a full description of
// it. Run it again only when the published interface changes:
// node scripts/interface-facts.ts <description.json>
import { readFileSync, writeFileSync } from 'node:fs'
import { interfaceFacts } from '../contract/src/interface-facts.ts'

const [source] = process.argv.slice(2)
if (!source) {
  console.error('Say which OpenAPI description to read: node scripts/interface-facts.ts <description.json>')
  process.exit(1)
}

const facts = interfaceFacts(JSON.parse(readFileSync(source, 'utf8')))
const target = new URL('../contract/fixtures/interface-facts.json', import.meta.url)
writeFileSync(target, onePerLine(facts))

/** JSON with one operation or component per line, for readable diffs. */
function onePerLine(sections: object): string {
  const parts = Object.entries(sections).map(([title, section]) => {
    const lines = Object.entries(section).map(
      ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    )
    return `  ${JSON.stringify(title)}: {\n${lines.join(',\n')}\n  }`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}
