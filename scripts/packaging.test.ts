import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../server/src/config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const [dockerfile, compose, unit] = [read('Dockerfile'), read('compose.yaml'), read('packaging/cartage.service')]

/** Environment variables in the documentation. */
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

  test('start with values that the configuration accepts', () => {
    const HOST = /HOST=(\S+)/.exec(dockerfile)![1]!
    const DATABASE_URL = /DATABASE_URL: (\S+)/.exec(compose)![1]!.replace(/\$\{\w+\}/, 'word')
    expect(readConfig({ HOST, DATABASE_URL, TRUST_PROXY: '' })).toMatchObject({ host: '0.0.0.0' })
  })

  test('a release is refused if its base has no digest, and every stage has the same base', () => {
    const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base!)
    expect(stages.map((base) => base.replace(/\W/g, ''))).toEqual(['NODE_IMAGE', 'base', 'base'])
    const check = /^RUN (case "\$RELEASE:.*)$/m.exec(dockerfile)![1]!
    const code = (RELEASE: string, NODE_IMAGE: string) =>
      spawnSync('sh', ['-c', check], { env: { RELEASE, NODE_IMAGE } }).status
    expect(code('', 'node:24-bookworm-slim')).toBe(0)
    expect(code('yes', 'node:24-bookworm-slim')).toBe(1)
    expect(code('yes', `node:24-bookworm-slim@sha256:${'0'.repeat(64)}`)).toBe(0)
  })

  test('run the command under its own account, and give running requests longer than their limit of 20 seconds', () => {
    expect(existsSync(`${root}bin/cartage.js`)).toBe(true)
    expect(dockerfile).toContain('ENTRYPOINT ["node", "bin/cartage.js"]')
    expect(unit).toContain('ExecStart=/opt/cartage/bin/cartage serve --no-demo')
    expect(dockerfile).toMatch(/^USER cartage$/m)
    expect(unit).toMatch(/^User=cartage$/m)
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)![1])).toBeGreaterThan(20)
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)![1])).toBeGreaterThan(20)
  })

  test('exclude secrets and files of the build machine from the image', () => {
    const left = read('.dockerignore').split('\n')
    expect(left).toEqual(expect.arrayContaining(['.data', '.git', 'node_modules', '**/node_modules']))
  })

  test('include the bill of materials, written before test packages are removed', () => {
    for (const text of [dockerfile, read('docs/guides/install.md')]) {
      expect(text).toMatch(/npm ci.* && (sudo )?npm run sbom && (sudo )?npm prune --omit=dev/)
    }
  })

  test('the image of a release pins its base by digest, and starts the same program as the archive', () => {
    const recipe = read('packaging/release/Dockerfile')
    expect(recipe).toMatch(/^ARG BASE_IMAGE=debian:\S+@sha256:[0-9a-f]{64}\nFROM \$\{BASE_IMAGE\}$/m)
    expect(recipe.match(/^FROM /gm)).toHaveLength(1)
    expect(recipe).toContain('ENTRYPOINT ["bin/cartage"]')
    expect(recipe).toMatch(/^USER cartage$/m)
    expect(read('packaging/release/.dockerignore').split('\n')).toContain('.data')
  })

  test('check readiness with a program that the image contains', () => {
    const code = JSON.parse(/CMD (\["node", "-e", .+\])$/m.exec(dockerfile)![1]!)[2] as string
    const check = () => execFileSync(process.execPath, ['-e', code], { env: { ...process.env, PORT: '9' } })
    // Nothing listens there: not ready, and the check itself works.
    expect(check).toThrow(expect.objectContaining({ status: 1, stderr: Buffer.from('') }))
  })

  test.runIf(hasSystemd)('the unit is valid for systemd', () => {
    // Node may be elsewhere on the checking machine.
    const folder = mkdtempSync(join(tmpdir(), 'cartage-unit-'))
    const file = join(folder, 'cartage.service')
    writeFileSync(file, unit.replace('/opt/cartage/bin/cartage', `${root}bin/cartage`))
    try {
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', file])
      expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** Runs packaging/cartage with a fake program that prints its user and settings. */
function runWrapper(settings: string, account: string): { status: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'cartage-wrapper-'))
  try {
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'bin'))
    const says = 'const { DATA_DIR, PUBLIC_URL, MARK } = process.env'
    const what = '{ user: process.getuid(), args: process.argv.slice(2), DATA_DIR, PUBLIC_URL, MARK }'
    writeFileSync(join(folder, 'bin/cartage.js'), `${says}\nconsole.log(JSON.stringify(${what}))`)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'bin/cartage'), read('bin/cartage'), { mode: 0o755 })
    // It contains the database password: only root may read it.
    writeFileSync(join(folder, 'cartage.env'), settings, { mode: 0o600 })
    const env = { PATH: process.env.PATH, CARTAGE_HOME: folder, CARTAGE_ACCOUNT: account }
    const options = { env: { ...env, CARTAGE_SETTINGS: join(folder, 'cartage.env') }, encoding: 'utf8' } as const
    return spawnSync(`${root}packaging/cartage`, ['tenant', 'list', '--json'], options)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the command of packaging', () => {
  const settings = '# of the service\nDATA_DIR="/srv/data"\nPUBLIC_URL=https://tms.example\nMARK=$(id -u)\n'
  const expected = { args: ['tenant', 'list', '--json'], DATA_DIR: '/srv/data', PUBLIC_URL: 'https://tms.example' }

  // Every system has this account, which owns nothing.
  test.runIf(process.getuid?.() === 0)('switches from root to the account of the service, with its settings', () => {
    const { status, stdout, stderr } = runWrapper(settings, 'nobody')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
    expect(nobody).not.toBe(0)
    // The file's content is never executed.
    expect(JSON.parse(stdout)).toEqual({ user: nobody, ...expected, MARK: '$(id -u)' })
  })

  test('keeps the current account when the service account does not exist', () => {
    const { stdout } = runWrapper(settings, 'nobody-has-this-name')
    expect(JSON.parse(stdout)).toMatchObject({ user: process.getuid?.(), ...expected })
  })
})
