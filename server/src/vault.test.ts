import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from './db/open.ts'
import type { Connection } from './db/pool.ts'
import { startTestServer } from './testing/start-test-server.ts'
import { createVault, openVault, parseKeyFile } from './vault.ts'

const server = await startTestServer()
const folder = await mkdtemp(join(tmpdir(), 'cartage-vault-'))
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.close()
})

const key = (byte: number) => Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 7 + byte) % 256))
const text = Buffer.from('a secret')

describe('the vault', () => {
  test('SECRET-3: opens sealed values, and only at their own place', () => {
    const vault = createVault(new Map([[1, key(1)]]))
    const sealed = vault.seal(text, 'tenant|table|row')
    expect(sealed.includes(text)).toBe(false)
    expect(vault.open(sealed, 'tenant|table|row')).toEqual(text)
    expect(() => vault.open(sealed, 'tenant|table|other row')).toThrow()
  })

  test('SECRET-3: detects every changed byte, and truncated text', () => {
    const vault = createVault(new Map([[1, key(1)]]))
    const sealed = vault.seal(text, 'place')
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      expect(() => vault.open(changed, 'place')).toThrow()
      expect(() => vault.open(sealed.subarray(0, index), 'place')).toThrow()
    }
  })

  test('SECRET-4: recognises digests from before versions, and no truncated, longer or changed ones', () => {
    const vault = createVault(new Map([[1, key(1)]]))
    const digest = vault.digest('secret')
    expect(vault.isDigest('secret', digest.subarray(1))).toBe(true)
    expect(vault.isOld(digest.subarray(1))).toBe(true)
    for (let index = 0; index < digest.length; index += 1) {
      const changed = Buffer.from(digest)
      changed[index]! ^= 1
      expect(vault.isDigest('secret', changed)).toBe(false)
      expect(vault.isDigest('secret', digest.subarray(0, index))).toBe(false)
      expect(vault.isDigest('secret', Buffer.concat([digest.subarray(0, index + 1), digest]))).toBe(false)
    }
    expect(vault.isDigest('secret', Buffer.concat([digest, digest]))).toBe(false)
  })

  test('never seals the same text to the same bytes', () => {
    const vault = createVault(new Map([[1, key(1)]]))
    expect(vault.seal(text, 'place')).not.toEqual(vault.seal(text, 'place'))
  })

  test('SECRET-4: a newer master key seals and digests, the older one still opens and recognises, until it is removed', () => {
    const before = createVault(new Map([[1, key(1)]]))
    const after = createVault(
      new Map([
        [1, key(1)],
        [2, key(9)],
      ]),
    )
    expect(after.open(before.seal(text, 'place'), 'place')).toEqual(text)
    expect(() => before.open(after.seal(text, 'place'), 'place')).toThrow('master key')
    const old = before.digest('secret')
    expect(after.isDigest('secret', old)).toBe(true)
    expect(after.isOld(old)).toBe(true)
    expect(after.isDigest('another secret', old)).toBe(false)
    const renewed = after.digest('secret')
    expect(renewed).not.toEqual(old)
    expect([after.isOld(renewed), before.isDigest('secret', renewed)]).toEqual([false, false])
    expect(after.digests('secret')).toEqual(expect.arrayContaining([old, renewed]))
    const alone = createVault(new Map([[2, key(9)]]))
    expect([alone.isDigest('secret', renewed), alone.isDigest('secret', old)]).toEqual([true, false])
    const sealed = before.seal(text, 'place')
    expect(after.deriveWith(sealed, 'a key')).toEqual(before.deriveWith(sealed, 'a key'))
    expect(() => alone.deriveWith(sealed, 'a key')).toThrow('master key')
  })
})

describe('the master key file', () => {
  const good = key(3).toString('base64url')

  test.each([
    ['a short key', '1 c2hvcnQ'],
    ['a key of zeros', `1 ${Buffer.alloc(32).toString('base64url')}`],
    ['a version that is not a number', `one ${good}`],
    ['a version that is too large', `256 ${good}`],
    ['nothing', ''],
  ])('with %s is refused', (_, content) => {
    expect(() => parseKeyFile(content, 'master.key')).toThrow('master.key')
  })

  test('is created once, readable by its owner only; a start without it or with another one is refused', async () => {
    const config = { ...server.ctx.config, data_dir: folder }
    const file = join(folder, 'master.key')
    await openVault(config, server.ctx.db)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const content = await readFile(file, 'utf8')
    await openVault(config, server.ctx.db)
    expect(await readFile(file, 'utf8')).toBe(content)
    await writeFile(file, `1 ${good}\n`)
    await expect(openVault(config, server.ctx.db)).rejects.toThrow('not the master key')
    await rm(file)
    await expect(openVault(config, server.ctx.db)).rejects.toThrow('missing')
    expect(await stat(file).catch(() => 'still missing')).toBe('still missing')
  })

  describe('of several processes', () => {
    const line = (version: number, byte: number) => `${version} ${key(byte).toString('base64url')}\n`
    /** A separate process on one database, with a key file of this content. */
    async function processWith(connection: Connection, name: string, content: string) {
      const file = join(folder, name)
      await writeFile(file, content)
      const refused: Error[] = []
      const db = openDatabase({ connection, poolSize: 2, onRefused: (error) => refused.push(error) })
      const config = { ...server.ctx.config, data_dir: undefined, master_key_file: file }
      return { refused, db, opened: openVault(config, db) }
    }

    test('one with another key is refused, leaves nothing behind, and the first one continues', async () => {
      const installation = await startTestServer()
      const { connection } = installation.ctx.db
      const first = await processWith(connection, 'first.key', line(1, 5))
      await first.opened
      const second = await processWith(connection, 'second.key', line(1, 6) + line(2, 7))
      await expect(second.opened).rejects.toThrow('second.key is not the master key this database was made with.')
      const third = await processWith(connection, 'third.key', line(2, 7))
      await expect(third.opened).rejects.toThrow('third.key is not the master key')
      const again = await processWith(connection, 'again.key', line(1, 5))
      await again.opened
      for (const { db } of [first, second, third, again]) await db.close()
      await installation.close()
    })

    test('one without a key that another has begun to use is refused, and so is the next connection of a running one', async () => {
      const installation = await startTestServer()
      const { connection } = installation.ctx.db
      const old = await processWith(connection, 'old.key', line(1, 5))
      await old.opened
      const rotated = await processWith(connection, 'rotated.key', line(1, 5) + line(2, 8))
      await rotated.opened
      const late = await processWith(connection, 'late.key', line(1, 5))
      await expect(late.opened).rejects.toThrow(
        /late\.key lacks version 2 of the master key.*same file on every machine/,
      )
      // Its open connection still works; new ones are checked.
      const idle = await old.db.worker.connect()
      await expect(old.db.worker.query('select 1')).rejects.toThrow('old.key lacks version 2')
      expect(old.refused).toHaveLength(1)
      idle.release()
      await expect(rotated.db.inspect()).resolves.toEqual([])
      for (const { db } of [old, rotated, late]) await db.close()
      await installation.close()
    })

    test('a key below those in use is refused, because every stored digest comes from the lowest', async () => {
      const installation = await startTestServer()
      const { connection } = installation.ctx.db
      const first = await processWith(connection, 'two.key', line(2, 5))
      await first.opened
      const second = await processWith(connection, 'one.key', line(1, 6) + line(2, 5))
      await expect(second.opened).rejects.toThrow(/version 1 of the master key, which is lower.*next higher number/)
      for (const { db } of [first, second]) await db.close()
      await installation.close()
    })
  })
})
