import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedError } from '../../db/embedded/binaries.ts'

/** Folder in which a restore to a moment is built until it becomes the database. */
export function recoveryFolder(dataDir: string): string {
  return join(dataDir, 'recovering')
}

/** The file in it that names the moment of the restore. */
export function momentFile(dataDir: string): string {
  return join(recoveryFolder(dataDir), 'moment')
}

/** Advice about an interrupted restore to a moment in a data folder (OPS-37); undefined when there is none. */
export function unfinishedRecovery(dataDir: string): string | undefined {
  const folder = recoveryFolder(dataDir)
  if (!existsSync(folder) || existsSync(join(dataDir, 'cluster'))) return undefined
  return (
    `A restore to ${readMoment(dataDir)} was begun in ${dataDir} and has not come to its end. Unless it still runs, do it again: ` +
    `cartage restore --to ${readMoment(dataDir)}. To begin without it, remove ${folder} first.`
  )
}

/**
 * Refuses a data folder with an incomplete restore, and removes the remains of one interrupted after its last step.
 * @throws EmbeddedError with advice
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
    // It was interrupted before it wrote the moment.
    return 'latest'
  }
}
