import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeOwner, isRoot } from '../db/embedded/binaries.ts'
import { findProcess } from '../db/embedded/process.ts'

/** Linux's file system in memory. */
const memory = '/dev/shm'
const gibibyte = 2 ** 30
/** A database of the tests takes 100 MB; this much has to be free in memory before it is kept there. */
const roomNeeded = 2 * gibibyte
const memoryNeeded = 4 * gibibyte
const prefix = 'cartage-test-'

/**
 * A new folder for a throw-away database, which the account of PostgreSQL can pass through. It is in memory where there
 * is plenty: copying a database makes a thousand files, and after many were deleted ext4 takes a fifth of the whole
 * time of the tests to find a place for new ones. The caller removes it; what a killed run left goes with the next.
 */
export function newDatabaseFolder(): string {
  const place = isRoomInMemory() ? memory : tmpdir()
  if (place === memory) removeOrphans()
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
  // As root, PostgreSQL runs as another account.
  chmodSync(folder, 0o755)
  return folder
}

/** Copies a stopped cluster with its owner, which is PostgreSQL's account where the tests run as root. */
export function copyCluster(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  if (isRoot()) changeOwner(statSync(from), to, true)
}

function isRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomNeeded && freemem() > memoryNeeded
  } catch {
    // Not Linux.
    return false
  }
}

/** Folders of processes that are gone: what is left in memory stays there until the machine is started again. */
function removeOrphans(): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = /^cartage-test-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && findProcess(Number(pid)) === undefined) removeIfOurs(join(memory, name))
  }
}

function removeIfOurs(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another user's.
  }
}
