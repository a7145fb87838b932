import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Transform, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import { AgeError } from './header.ts'
import { newIdentity, readIdentity, readRecipient } from './keys.ts'
import { decryptWith, encryptTo } from './stream.ts'

async function through(bytes: Buffer, work: Transform): Promise<Buffer> {
  const parts: Buffer[] = []
  await pipeline(Readable.from([bytes]), work, async (source) => {
    for await (const part of source) parts.push(part as Buffer)
  })
  return Buffer.concat(parts)
}

const identity = newIdentity()
const encrypt = (bytes: Buffer) => through(bytes, encryptTo([identity.recipient]))
const decrypt = (bytes: Buffer, ...keys: ReturnType<typeof newIdentity>[]) => through(bytes, decryptWith(keys))

/** Sizes around the boundaries of 64 KiB chunks. */
const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000]

describe('encryption compatible with the program age', () => {
  test('OPS-35: content encrypted to several keys can be decrypted with each of them', async () => {
    const other = newIdentity()
    for (const size of sizes) {
      const bytes = randomBytes(size)
      const sealed = await through(bytes, encryptTo([identity.recipient, other.recipient]))
      expect((await decrypt(sealed, identity)).equals(bytes)).toBe(true)
      expect((await decrypt(sealed, newIdentity(), other)).equals(bytes)).toBe(true)
    }
  })

  test('a file written by age 1.1.1 is read', async () => {
    const known = readIdentity('AGE-SECRET-KEY-1VJ39EJNU46SJZUY886EWNPLKTRQQSN0WAZA5JY0CFH2FAPVZF50Q9QMEA4')!
    expect(known.recipient.text).toBe('age1nys4chqqvdh803umlq68th589hsszp7pe7fwnqjk5vu55s6cqyasdwuerf')
    const sealed = Buffer.from(
      'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSB0S2FxYngvOWwyeUVkU0pIMklaRHQzZ2ZXMnllN3Ard0VHOTBDRGcwN3dZCjg2Y2hIUHlzZVJR' +
        'Y3Y5OFZ0WktwS0V2Rm1hRmhud3R2YXBmQnVINGQzcG8KLS0tIFFNdzl2Q3MwZ0VSSWhuekZuZXBDZjNweVZqc2VPOHJaVWhEN242Y3cwS00K/q3hJtRBwLNk' +
        'LfT0kSSjLtckyRr0XjWGLoDz643jhI2GmYEAqbqj2U4UmsaZMUp3Vu200ZDHRkt5waM945HWun4QEMhSBdH7FZQVgg==',
      'base64',
    )
    expect(String(await decrypt(sealed, known))).toBe('Orders of a haulier, encrypted by age 1.1.1.')
  })

  test('OPS-35: another key opens nothing, and each changed byte, and each truncation, is detected', async () => {
    const sealed = await encrypt(Buffer.from('what a haulier carries'))
    await expect(decrypt(sealed, newIdentity())).rejects.toThrow('encrypted to another key')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      await expect(decrypt(changed, identity), `byte ${at}`).rejects.toBeInstanceOf(AgeError)
      await expect(decrypt(sealed.subarray(0, at), identity), `cut at ${at}`).rejects.toBeInstanceOf(AgeError)
    }
  })

  test('OPS-35: chunks cannot be left out, swapped, repeated or added', async () => {
    const sealed = await encrypt(randomBytes(3 * 65_536))
    const chunk = 65_536 + 16
    const start = sealed.length - 3 * chunk
    const [first, second, third] = [0, 1, 2].map((n) => sealed.subarray(start + n * chunk, start + (n + 1) * chunk))
    const built = (...parts: (Buffer | undefined)[]) =>
      decrypt(Buffer.concat([sealed.subarray(0, start), ...parts.map((part) => part!)]), identity)
    expect((await built(first, second, third)).length).toBe(3 * 65_536)
    for (const parts of [[first, second], [second, first, third], [first, third], [first, second, third, third], []]) {
      await expect(built(...parts)).rejects.toBeInstanceOf(AgeError)
    }
    await expect(decrypt(Buffer.concat([sealed, Buffer.of(0)]), identity)).rejects.toBeInstanceOf(AgeError)
  })

  test('invalid keys, and keys of another kind, are refused', () => {
    const { text, recipient } = identity
    expect(readIdentity(text)?.recipient.text).toBe(recipient.text)
    expect(readRecipient(recipient.text)?.text).toBe(recipient.text)
    const wrong = `${recipient.text.slice(0, -1)}${recipient.text.endsWith('q') ? 'p' : 'q'}`
    for (const none of [wrong, recipient.text.toUpperCase(), text, 'age1', '', recipient.text.slice(0, -1)]) {
      expect(readRecipient(none)).toBeUndefined()
    }
    expect(readIdentity(recipient.text)).toBeUndefined()
    expect(readIdentity(text.toLowerCase())).toBeUndefined()
  })

  test('OPS-35: memory does not grow with the file: at most a megabyte is buffered between disk and disk', async () => {
    const [piece, pieces] = [Buffer.alloc(65_536, 1), 400]
    const flow = { taken: 0, given: 0, most: 0 }
    async function* source() {
      for (let n = 0; n < pieces; n += 1) {
        flow.taken += piece.length
        yield piece
      }
    }
    const slow = new Writable({
      write(bytes: Buffer, _encoding, done) {
        flow.given += bytes.length
        flow.most = Math.max(flow.most, flow.taken - flow.given)
        setImmediate(done)
      },
    })
    await pipeline(source, encryptTo([identity.recipient]), decryptWith([identity]), slow)
    expect(flow.given).toBe(piece.length * pieces)
    expect(flow.most).toBeLessThan(2 ** 20)
  })

  const hasAge = spawnSync('age', ['--version']).status === 0
  test.runIf(hasAge)('OPS-35: the program age opens files written here', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cartage-age-'))
    writeFileSync(join(folder, 'key'), `${identity.text}\n`)
    for (const size of sizes) {
      const bytes = randomBytes(size)
      const opened = execFileSync('age', ['-d', '-i', join(folder, 'key')], { input: await encrypt(bytes) })
      expect(opened.equals(bytes)).toBe(true)
      const theirs = execFileSync('age', ['-r', identity.recipient.text], { input: bytes })
      expect((await buffer(Readable.from([await decrypt(theirs, identity)]))).equals(bytes)).toBe(true)
    }
    rmSync(folder, { recursive: true })
  })
})
