import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { newDatabase, spawnCartage } from '../../testing/spawn-cartage.ts'

const data = await newDatabase()
afterAll(() => data.remove())
const run = (...args: string[]) => runCommand(args, { DATA_DIR: data.path })

async function answer(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

beforeAll(async () => {
  for (const slug of ['acme', 'other']) await answer('tenant', 'create', slug)
}, 120_000)

/** Runs a command that reads `text` from standard input. */
async function withInput(text: string, ...args: string[]) {
  const command = spawnCartage(args, { DATA_DIR: data.path }, 'pipe')
  command.child.stdin!.end(text)
  return await command.ended
}

describe('cartage setting', () => {
  test('adds, changes, lists, archives, restores and deletes by code', async () => {
    const added = await answer('setting', 'add', 'acme', 'extras', 'code=LIFT', 'name=Tail lift', 'rank=3')
    expect(added).toEqual({
      setting_id: expect.any(String),
      is_archived: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      values: { code: 'LIFT', name: 'Tail lift', description: null, rank: 3 },
    })
    await answer('setting', 'change', 'acme', 'extra', 'LIFT', 'description=Up to 2 t')
    expect((await answer('setting', 'list', 'acme', 'extras')).items[0].values.description).toBe('Up to 2 t')
    expect((await answer('setting', 'archive', 'acme', 'extras', 'LIFT')).is_archived).toBe(true)
    expect(await answer('setting', 'list', 'acme', 'extras')).toEqual({ items: [] })
    expect((await answer('setting', 'list', 'acme', 'extras', '--archived')).items).toHaveLength(1)
    expect((await answer('setting', 'restore', 'acme', 'extras', 'LIFT')).is_archived).toBe(false)
    const removed = { setting_id: added.setting_id, deleted: true }
    expect(await answer('setting', 'delete', 'acme', 'extras', 'LIFT')).toEqual(removed)
  }, 120_000)

  test.each<[string, string[], number, RegExp]>([
    ['an unknown kind', ['list', 'acme', 'colours'], 2, /not a kind of setting\. Available: transport_services, /],
    ['an unknown entry', ['change', 'acme', 'extras', 'NONE'], 1, /No entry of extras has the code "NONE"/],
    ['the default', ['archive', 'acme', 'billing_entities', 'MAIN'], 1, /This is the default/],
  ])(
    'reports %s in one sentence',
    async (_, args, code, sentence) => {
      const finished = await run('setting', ...args)
      expect(finished.stderr).toMatch(sentence)
      expect(finished.stderr.trim().split('\n')).toHaveLength(1)
      expect(finished.code).toBe(code)
    },
    60_000,
  )
})

describe('cartage config', () => {
  test('carries a configuration from one tenant to another', async () => {
    const file = join(data.path, 'config.json')
    await answer('setting', 'add', 'acme', 'departments', '--values', '{"code":"SEA","name":"Sea freight"}')
    expect(await answer('config', 'export', 'acme', file)).toEqual({ file })
    expect(readFileSync(file, 'utf8')).toBe((await run('config', 'export', 'acme')).stdout)
    expect(await answer('config', 'apply', 'acme', file)).toEqual({ applied: false, differences: [] })
    const shown = await run('config', 'diff', 'other', file)
    expect(shown.stdout).toContain('departments\n  + SEA\n')
    expect(shown.stdout).toContain('billing_entities\n  ~ MAIN\n      name: "other" -> "acme"')
    const dry = await answer('config', 'apply', 'other', file, '--dry-run')
    expect([dry.applied, dry.differences.length]).toEqual([false, 2])
    expect(await answer('config', 'apply', 'other', file)).toEqual({ ...dry, applied: true })
    expect((await run('config', 'export', 'other')).stdout).toBe(readFileSync(file, 'utf8'))
  }, 120_000)

  test('adds and changes without archiving, from standard input', async () => {
    await answer('setting', 'add', 'acme', 'extras', 'code=STAYS', 'name=Stays')
    const text = '{"cartage_config":1,"settings":{"extras":[{"code":"COMES","name":"Comes"}]}}'
    const archived = await withInput(text, 'config', 'diff', 'acme', '-', '--json')
    expect(JSON.parse(archived.stdout).differences).toContainEqual(
      expect.objectContaining({ action: 'archived', name: expect.stringContaining('STAYS') }),
    )
    const applied = await withInput(text, 'config', 'apply', 'acme', '-', '--keep', '--json')
    expect([applied.code, applied.stderr]).toEqual([0, ''])
    expect(JSON.parse(applied.stdout).differences).toEqual([
      expect.objectContaining({ action: 'added', kind: 'extras' }),
    ])
    const { items } = await answer('setting', 'list', 'acme', 'extras')
    expect(items.map(({ values }: { values: { code: string } }) => values.code)).toEqual(
      expect.arrayContaining(['STAYS', 'COMES']),
    )
  }, 120_000)

  test('an export to a closed pipe ends without an error', async () => {
    const exporting = spawnCartage(['config', 'export', 'acme'], { DATA_DIR: data.path })
    exporting.child.stdout!.destroy()
    expect(await exporting.ended).toMatchObject({ code: 0, stderr: '' })
  }, 60_000)

  test.each<[string, string, RegExp]>([
    ['does not exist', '', /^There is no file /],
    ['is not JSON', '{"cartage_config": 1,}', /is not valid JSON/],
    [
      'holds U+0000',
      '{"cartage_config": 1, "settings": {"extras": [{"code": "\\u0000", "name": "A"}]}}',
      /settings\.extras\.0\.code/,
    ],
    [
      'is something else',
      '{"version": 3}',
      /^cartage_config: must be one of 1\.\nThe file: has the unknown member version/,
    ],
  ])(
    'reports a file that %s',
    async (_, text, sentence) => {
      const file = join(data.path, 'wrong.json')
      if (text !== '') writeFileSync(file, text)
      const finished = await run('config', 'apply', 'acme', text === '' ? join(data.path, 'none.json') : file)
      expect(finished.stderr).toMatch(sentence)
      expect(finished.stderr).not.toMatch(/^\s+at /m)
      expect(finished.code).toBe(1)
    },
    60_000,
  )
})
