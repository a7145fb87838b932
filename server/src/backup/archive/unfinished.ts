import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedError } from '../../db/embedded/binaries.ts'

/** Folder in which a restore to a moment is made, until it becomes the database at its end. */
export function recoveryFolder(dataDir: string): string {
  return join(dataDir, 'recovering')
}

/** The file in it that says which moment it is of. */
export function momentFile(dataDir: string): string {
  return join(recoveryFolder(dataDir), 'moment')
}

/**
 * What to do about a restore to a moment that was begun in a data folder and has not come to its end (OPS-37); undefined when there
 * is none.
 */
export function unfinishedRecovery(dataDir: string): string | undefined {
  const folder = recoveryFolder(dataDir)
  if (!existsSync(folder) || existsSync(join(dataDir, 'cluster'))) return undefined
  return (
    `A restore to ${readMoment(dataDir)} was begun in ${dataDir} and has not come to its end. Unless it still runs, do it again: ` +
    `cartage restore --to ${readMoment(dataDir)}. To begin without it, remove ${folder} first.`
  )
}

/**
 * Refuses a data folder with half a restore, and removes what a restore left that was ended after its last step.
 * @throws EmbeddedError saying what to do
 */
export function settleRecovery(dataDir: string): void {
  const unfinished = unfinishedRecovery(dataDir)
  if (unfinished !== undefined) throw new EmbeddedError(unfinished)
  rmSync(recoveryFolder(dataDir), { recursive: true, force: true })
}

function readMoment(dataDir: string): string {
  try {
    return readFileSync(momentFile(dataDir), 'utf8').trim() || 'latest'
  } catch {
    // It was ended before it wrote the moment down.
    return 'latest'
  }
}
