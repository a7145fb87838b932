// Partner program that polls its folders every few milliseconds: node scripts/chaos/folder-reader.ts FOLDER… It stops
// when its input ends, and prints one line of JSON.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FolderSeen, SeenFile } from './deliveries-checker.ts'

const folders = process.argv.slice(2)
const restMs = 3
const readAgain = 10
let isGoing = true
process.stdin.on('end', () => {
  isGoing = false
})
process.stdin.resume()

const seen = new Map<string, FolderSeen>(folders.map((folder) => [folder, { folder, looks: 0, files: [] }]))
const known = new Map<string, SeenFile>()

function look(folder: string): void {
  const record = seen.get(folder)!
  record.looks += 1
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  const fresh = names.filter((name) => !known.has(join(folder, name)))
  // New files since the last poll are ordered by modification time.
  const written = fresh.map((name) => ({ name, at: statSync(join(folder, name), { bigint: true }).mtimeNs }))
  written.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  for (const { name } of written) {
    const file: SeenFile = { name, sizes: [] }
    known.set(join(folder, name), file)
    record.files.push(file)
    read(folder, file)
  }
  // A rewritten file must not be visible half-written either.
  for (let count = 0; count < readAgain && record.files.length > 0; count += 1) {
    read(folder, record.files[Math.floor(Math.random() * record.files.length)]!)
  }
}

function read(folder: string, file: SeenFile): void {
  const size = readFileSync(join(folder, basename(file.name))).length
  if (!file.sizes.includes(size)) file.sizes.push(size)
}

while (isGoing) {
  for (const folder of folders) look(folder)
  await sleep(restMs)
}
for (const folder of folders) look(folder)
process.stdout.write(JSON.stringify([...seen.values()]), () => process.exit(0))
