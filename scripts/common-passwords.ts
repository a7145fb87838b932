// The filter of common passwords: reads passwords.json of @zxcvbn-ts/language-common (MIT, from leaked lists, by rank) and writes
// server/data/common-passwords.bin, so that the server needs neither the package nor the network:
//   npm pack @zxcvbn-ts/language-common@4.1.3 && tar xzf zxcvbn-ts-language-common-4.1.3.tgz
//   node bin/node.js scripts/common-passwords.ts package/src/passwords.json
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bitsForEach, bitsOf } from '../server/src/auth/users/guessable.rules.ts'
import { root } from './run.ts'

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Name the file passwords.json.')
const words = (JSON.parse(readFileSync(path, 'utf8')) as string[]).map((word) => word.toLowerCase())
const filter = new Uint8Array(Math.ceil((words.length * bitsForEach) / 8))
for (const word of words) for (const bit of bitsOf(word, filter.length * 8)) filter[bit >> 3]! |= 1 << (bit & 7)
writeFileSync(join(root, 'server/data/common-passwords.bin'), filter)
console.log(`${words.length} passwords in ${filter.length} bytes`)
