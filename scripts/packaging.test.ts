import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../server/src/config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const [dockerfile, compose, unit] = [read('Dockerfile'), read('compose.yaml'), read('packaging/cartage.service')]

/** The variables that Cartage reads, as its documentation lists them. */
const variables = [...read('docs/configuration.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('the image and the service', () => {
  test('set only variables that Cartage reads', () => {
    const ofImage = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
      [...line!.matchAll(/(\w+)=/g)].map(([, name]) => name),
    )
    const service = compose.slice(compose.indexOf('\n  cartage:\n'))
    const ofCompose = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name)
    const ofUnit = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name)
    const all = [...ofImage, ...ofCompose, ...ofUnit]
    expect(all).toEqual(expect.arrayContaining(['HOST', 'DATABASE_URL', 'DATA_DIR']))
    expect(all.filter((name) => !variables.includes(name))).toEqual([])
  })

  test('start with values that the configuration takes', () => {
    const HOST = /HOST=(\S+)/.exec(dockerfile)![1]!
    const DATABASE_URL = /DATABASE_URL: (\S+)/.exec(compose)![1]!.replace(/\$\{\w+\}/, 'word')
    expect(readConfig({ HOST, DATABASE_URL, TRUST_PROXY: '' })).toMatchObject({ host: '0.0.0.0' })
  })

  test('run the command as its own account, and give running requests longer than the 20 seconds they may take', () => {
    expect(existsSync(`${root}bin/cartage.js`)).toBe(true)
    expect(dockerfile).toContain('ENTRYPOINT ["node", "bin/cartage.js"]')
    expect(unit).toContain('ExecStart=/usr/bin/node bin/cartage.js serve --no-demo')
    expect(dockerfile).toMatch(/^USER cartage$/m)
    expect(unit).toMatch(/^User=cartage$/m)
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)![1])).toBeGreaterThan(20)
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)![1])).toBeGreaterThan(20)
  })

  test('leave out of the image what is secret and what is of this machine', () => {
    const left = read('.dockerignore').split('\n')
    expect(left).toEqual(expect.arrayContaining(['.data', '.git', 'node_modules', '**/node_modules']))
  })

  test('have the bill of materials, written before the packages of tests go', () => {
    for (const text of [dockerfile, read('docs/guides/install.md'), read('docs/guides/upgrade.md')]) {
      expect(text).toMatch(/npm ci.* && (sudo )?npm run sbom && (sudo )?npm prune --omit=dev/)
    }
  })

  test('ask with the program that the image has whether the server is ready', () => {
    const code = JSON.parse(/CMD (\["node", "-e", .+\])$/m.exec(dockerfile)![1]!)[2] as string
    const check = () => execFileSync(process.execPath, ['-e', code], { env: { ...process.env, PORT: '9' } })
    // Nothing listens there: not ready, and the check itself is sound.
    expect(check).toThrow(expect.objectContaining({ status: 1, stderr: Buffer.from('') }))
  })

  test.runIf(hasSystemd)('the unit is one that systemd takes', () => {
    // The Node of the machine that checks may be elsewhere.
    const folder = mkdtempSync(join(tmpdir(), 'cartage-unit-'))
    const file = join(folder, 'cartage.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
    try {
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', file])
      expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
