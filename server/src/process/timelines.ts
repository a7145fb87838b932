import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Timelines } from '../db/hosts/primary.ts'

/**
 * Stores the highest timeline of each database in the data folder (OPS-7). To return to an earlier copy of the database
 * on purpose, remove `database-timelines.json` there.
 */
export function timelinesIn(dataDir: string): Timelines {
  const file = join(dataDir, 'database-timelines.json')
  return {
    highestOf: (system) => readAll(file)[system] ?? 0,
    keep(system, timeline) {
      const all = readAll(file)
      if ((all[system] ?? 0) >= timeline) return
      try {
        mkdirSync(dataDir, { recursive: true, mode: 0o700 })
        const draft = `${file}.${process.pid}`
        writeFileSync(draft, `${JSON.stringify({ ...all, [system]: timeline }, null, 2)}\n`)
        renameSync(draft, file)
      } catch {
        // A machine without a writable folder only remembers timelines seen while it runs.
      }
    },
  }
}

function readAll(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}
