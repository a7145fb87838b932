import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** File with the checksums of all other files, in the format of `sha256sum -c`. */
export const sumsFile = 'SHA256SUMS'

/**
 * SHA-256 of a file, in hexadecimal.
 * @throws read errors
 */
export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Writes `SHA256SUMS` into a folder: one line per file below it, sorted by name, without links.
 * @throws read errors
 */
export async function writeSums(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => relative(folder, join(one.parentPath, one.name)))
    .filter((name) => name !== sumsFile)
    .sort()
  const lines: string[] = []
  for (const name of names) lines.push(`${await sumOf(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, sumsFile), lines.join(''))
}

/**
 * OPS-42: packs a folder as FILE.tar.gz. The same files give the same bytes on every machine with GNU tar: names are
 * sorted, owners are 0, all files are readable by everyone, and every time is `seconds`.
 * @param seconds since 1970, of the commit
 * @throws Error if tar fails
 */
export async function pack(folder: string, file: string, seconds: number): Promise<void> {
  const parent = dirname(folder)
  const same = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${seconds}`]
  const tar = spawn('tar', [...same, '--mode=u=rwX,go=rX', '-C', parent, '-cf', '-', relative(parent, folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.on('error', reject)
    tar.on('close', resolve)
  })
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(file))
  const code = await ended
  if (code !== 0) throw new Error(`tar ended with ${code} while it packed ${folder}. A release is packed with GNU tar.`)
}
