import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, sep } from 'node:path'
import type { FolderRoot } from '../../config.ts'
import { AddressRefused } from '../../net/connect.ts'
import type { FileSide } from './file.gateway.ts'

/** Folders in which files of a tenant may be placed (DLV-28): its own below each root, and roots for it alone. */
export function foldersOf(slug: string, roots: readonly FolderRoot[]): string[] {
  return roots.flatMap(({ path, tenant }) => {
    if (tenant === undefined) return [join(path, slug)]
    return tenant === slug ? [path] : []
  })
}

/**
 * A folder of this machine. With links resolved, it must be in one that the operator allows for this tenant: a tenant
 * must not write files elsewhere, nor into folders of another tenant.
 * @throws AddressRefused with advice in its message
 */
export async function openFolder(folder: string, allowed: readonly string[]): Promise<FileSide> {
  const refusal = await refuseFolder(folder, allowed)
  if (refusal !== null) throw new AddressRefused(refusal)
  return localSide
}

/** Why files may not be placed there, in one sentence; null when they may. */
export async function refuseFolder(folder: string, roots: readonly string[]): Promise<string | null> {
  if (roots.length === 0)
    return 'The operator allows no folders. Set FOLDER_ROOTS to the folders that may be written to.'
  if (!isAbsolute(folder)) return `The folder must be an absolute path, not "${folder}".`
  const real = await realpath(folder).catch(() => undefined)
  if (real === undefined) return `The folder ${folder} does not exist: make it first.`
  const allowed = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)))
  if (!allowed.some((root) => root !== undefined && isWithin(real, root))) {
    return `The folder ${folder} is not under one of those the operator allows (FOLDER_ROOTS): ${roots.join(', ')}.`
  }
  return (await stat(real)).isDirectory() ? null : `${folder} is not a folder.`
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

const localSide: FileSide = {
  address: null,
  async write(path, bytes, mayReplace = false) {
    const file = await open(path, mayReplace ? 'w' : 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    return { synced: true }
  },
  async stat(path) {
    const { size, mtimeMs } = await stat(path)
    return { size, modifiedAt: mtimeMs }
  },
  async rename(from, to) {
    await rename(from, to)
    await syncFolder(dirname(to))
    return 'replaced'
  },
  remove: (path) => rm(path, { force: true }),
  list: (folder) => readdir(folder),
}

/** Without a sync, a power cut could lose the name long after the event counted as delivered. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync folders.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
