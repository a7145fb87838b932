import { writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { type PlainSftp, startPlainSftp } from '../../testing/servers/sftp.ts'
import { newDatabase } from '../../testing/spawn-cartage.ts'

// No server runs here, only the database.
const data = await newDatabase()
let sftp: PlainSftp
beforeAll(async () => {
  sftp = await startPlainSftp()
  writeFileSync(join(sftp.home, 'password'), 'open sesame\n')
  await run('tenant', 'create', 'acme')
})
afterAll(async () => {
  await sftp.stop()
  await data.remove()
})

const run = (...args: string[]) =>
  runCommand(args, { DATA_DIR: data.path, OUTBOUND_ALLOW: '127.0.0.0/8', FOLDER_ROOTS: `acme=${sftp.home}` })

async function answer(...args: string[]) {
  const { code, stdout, stderr } = await run('subscription', ...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

const server = () => ['--channel', 'sftp', '--host', '127.0.0.1', '--port', new URL(sftp.url).port, '--folder', 'in']
const login = () => ['--username', 'carrier', '--password-file', join(sftp.home, 'password')]

test('a receiver by SFTP is added with a learned host key, tested, and pinned again', async () => {
  const added = await answer('add', 'acme', ...server(), ...login(), '--host-key', 'learn', '--types', 'stop')
  expect(added).toMatchObject({
    channel: 'SFTP',
    format: 'JSON',
    purpose: 'EVENTS',
    url: sftp.url,
    folder: 'in',
    host_keys: [sftp.hostKey()],
    event_types: ['stop.at_stop', 'stop.completed'],
  })
  expect(await answer('test', 'acme', added.subscription_id)).toMatchObject({ delivered: true, address: '127.0.0.1' })
  expect(await readdir(join(sftp.home, 'in'))).toEqual([
    expect.stringMatching(/^subscription\.tested_[0-9a-f-]{36}_0_0_[0-9a-f-]{36}\.json$/),
  ])
  const other = `SHA256:${'x'.repeat(43)}`
  expect(await answer('pin', 'acme', added.subscription_id, other)).toMatchObject({ host_keys: [other] })
  const { code, stderr } = await run('subscription', 'test', 'acme', added.subscription_id)
  expect([code, stderr]).toEqual([1, expect.stringContaining(`showed the host key ${sftp.hostKey()} instead of`)])
})

test('a folder accepts EDI, and a destination of dispatches gets no events', async () => {
  const folder = ['--channel', 'folder', '--folder', join(sftp.home, 'in')]
  const parties = ['--format', 'edi', '--edi-sender', 'CARTAGE', '--edi-recipient', 'ACME']
  expect(await answer('add', 'acme', ...folder, ...parties, '--types', 'order.accepted')).toMatchObject({
    channel: 'FOLDER',
    format: 'EDI',
    event_types: ['order.accepted'],
  })
  expect(await answer('add', 'acme', ...folder, '--purpose', 'dispatch')).toMatchObject({ purpose: 'DISPATCH' })
})

test('a receiver over the web gets a public key next to its secret when it is requested', async () => {
  const url = 'http://127.0.0.1:8090/events'
  const added = await answer('add', 'acme', url, '--public-key')
  const key = expect.stringMatching(/^whpk_.{43}=$/)
  expect(added).toMatchObject({ has_public_key: true, public_keys: [key], secret: expect.stringMatching(/^whsec_/) })
  const rotated = await answer('rotate', 'acme', added.subscription_id)
  expect(rotated.public_keys).toEqual([key, added.public_keys[0]])
  const { subscriptions } = await answer('list', 'acme')
  const listed = subscriptions.find((one: { url: string }) => one.url === url)
  expect(listed).toMatchObject({ has_public_key: true, public_keys: rotated.public_keys })
})

test('errors are reported in a sentence with advice', async () => {
  const cases: [string[], number, RegExp][] = [
    [[...server(), '--host-key', 'learn'], 2, /SFTP needs --username with --password-file or --key-file/],
    [[...server(), ...login()], 1, /Pin the host key of the server/],
    [['--channel', 'pigeon'], 2, /one of https, sftp, folder/],
  ]
  for (const [args, code, message] of cases) {
    const finished = await run('subscription', 'add', 'acme', ...args)
    expect([finished.code, finished.stderr]).toEqual([code, expect.stringMatching(message)])
  }
})
