import { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { copyIn, copyOut } from './copy.ts'

const client = new pg.Client(inject('connection'))
await client.connect()
afterAll(() => client.end())

/** A slow sink with a small buffer that keeps its input. */
function slowSink(): { sink: Writable; text(): string } {
  const chunks: Buffer[] = []
  const sink = new Writable({
    highWaterMark: 64,
    write(chunk, _encoding, done) {
      chunks.push(chunk)
      setImmediate(done)
    },
  })
  return { sink, text: () => Buffer.concat(chunks).toString() }
}

test('a slow sink gets every row, in order, and the connection works afterwards', async () => {
  const { sink, text } = slowSink()
  expect(await copyOut(client, 'copy (select generate_series(1, 5000)) to stdout', sink)).toBe(5_000)
  // Ended at once, as by a backup: nothing may keep waiting for it.
  await new Promise<void>((resolve) => sink.end(resolve))
  expect(text()).toBe(`${Array.from({ length: 5_000 }, (_, index) => index + 1).join('\n')}\n`)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a copy out can be copied in', async () => {
  await client.query('create temporary table target (number integer, words text)')
  const lines = Array.from({ length: 20_000 }, (_, index) => `${index}\tline\\t${index}\n`)
  expect(await copyIn(client, 'copy target from stdin', Readable.from([Buffer.from(lines.join(''))]))).toBe(20_000)
  const { rows } = await client.query(
    `select count(*)::integer as count, min(words) as words from target where number = 7`,
  )
  expect(rows).toEqual([{ count: 1, words: 'line\t7' }])
})

test('a refused row fails with the error of the database, and the connection works afterwards', async () => {
  const source = Readable.from([Buffer.from('not a number\tx\n')])
  await expect(copyIn(client, 'copy target from stdin', source)).rejects.toThrow(
    /invalid input syntax for type integer/,
  )
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
