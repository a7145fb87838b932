import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeOwner, isRoot } from '../db/embedded/binaries.ts'
import { findProcess } from '../db/embedded/process.ts'

/** Linux's in-memory file system. */
const memory = '/dev/shm'
const gibibyte = 2 ** 30
/** A test database takes 100 MB; memory is used only with this much free space. */
const roomNeeded = 2 * gibibyte
const memoryNeeded = 4 * gibibyte
const prefix = 'cartage-test-'

/**
 * A new folder for a temporary database, accessible to the account of PostgreSQL. It is in memory if there is enough:
 * copying a database creates a thousand files, and after many deletions ext4 spends a fifth of the whole test time on
 * finding space for new ones. The caller removes it; the next run removes what a killed run left.
 */
export function newDatabaseFolder(): string {
  const place = isRoomInMemory() ? memory : tmpdir()
  if (place === memory) removeOrphans()
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
  // As root, PostgreSQL runs under another account.
  chmodSync(folder, 0o755)
  return folder
}

/** Copies a stopped cluster with its ownership: PostgreSQL's account if the tests run as root. */
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

/** Removes folders of ended processes: memory would otherwise stay occupied until a reboot. */
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
    // Owned by another user.
  }
}
