// `npm run sbom [FILE]`: components of the installation as CycloneDX 1.6 (decision 0014). Read from package-lock.json,
// because `npm sbom --omit=dev` also omits some packages shared with tests, and knows only those of the current
// platform.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './run.ts'

/** One entry of package-lock.json. */
export interface Locked {
  name?: string
  version?: string
  integrity?: string
  license?: string
  /** Needed only by tests and checks. */
  dev?: boolean
  optional?: boolean
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** The used subset of CycloneDX. */
export interface Sbom {
  bomFormat: 'CycloneDX'
  specVersion: '1.6'
  serialNumber: string
  version: 1
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface Component {
  type: 'application' | 'library'
  'bom-ref': string
  name: string
  version: string
  purl?: string
  scope?: 'required' | 'optional'
  licenses: { expression: string }[]
  hashes?: { alg: 'SHA-512'; content: string }[]
}

type Packages = Readonly<Record<string, Locked>>

/** Licences of packages that do not state one where npm looks: from their LICENSE file or `licenses`. */
const licences: Readonly<Record<string, string>> = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  'png-js': 'MIT',
  ssh2: 'MIT',
  suncalc: 'BSD-2-Clause',
  'dejavu-fonts-ttf': 'Bitstream-Vera',
}

/**
 * Bill of materials of an installation with `--omit=dev`, on every platform. The same lock file gives the same bytes.
 * @throws Error naming a package without a stated licence
 */
export function billOfMaterials(packages: Packages): Sbom {
  const own = packages['']!
  const kept = Object.keys(packages).filter((path) => path.includes('node_modules/') && isKept(packages[path]!))
  const components = new Map(kept.map((path) => [refOf(path, packages[path]!), componentOf(path, packages[path]!)]))
  const application: Component = {
    type: 'application',
    'bom-ref': refOf(own.name!, own),
    name: own.name!,
    version: own.version!,
    licenses: [{ expression: own.license! }],
  }
  const direct = Object.keys(packages).filter((path) => !path.includes('node_modules/'))
  const graph = new Map([[application['bom-ref'], direct.flatMap((path) => neededBy(packages, path))]])
  for (const path of kept) {
    const ref = refOf(path, packages[path]!)
    graph.set(ref, [...(graph.get(ref) ?? []), ...neededBy(packages, path)])
  }
  const dependencies = [...graph].map(([ref, needed]) => ({ ref, dependsOn: [...new Set(needed)].sort() }))
  const digest = createHash('sha256')
    .update(JSON.stringify([...components.values()]))
    .digest('hex')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')}`,
    version: 1,
    metadata: { component: application },
    components: [...components.values()],
    dependencies,
  }
}

function isKept({ dev, link }: Locked): boolean {
  return !dev && !link
}

function nameOf(path: string, { name }: Locked): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function refOf(path: string, locked: Locked): string {
  return `pkg:npm/${nameOf(path, locked).replace('@', '%40')}@${locked.version}`
}

function componentOf(path: string, locked: Locked): Component {
  const name = nameOf(path, locked)
  const stated = licences[name] ?? locked.license
  if (stated === undefined) throw new Error(`${name} states no licence: look in its LICENSE, and name it in sbom.ts.`)
  const [algorithm, encoded] = locked.integrity?.split('-') ?? []
  const sha512 = algorithm === 'sha512' ? Buffer.from(encoded!, 'base64').toString('hex') : undefined
  return {
    type: 'library',
    'bom-ref': refOf(path, locked),
    name,
    version: locked.version!,
    purl: refOf(path, locked),
    scope: locked.optional ? 'optional' : 'required',
    licenses: [{ expression: stated.replace(/^\((.*)\)$/, '$1').replace(' or ', ' OR ') }],
    ...(sha512 !== undefined && { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
  }
}

/** Dependencies of a package, resolved as Node does: in its own folder first, then in parent folders. */
function neededBy(packages: Packages, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path]!
  const names = Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })
  return names.flatMap((name) => {
    const found = findFrom(packages, path, name)
    return found === undefined || !isKept(packages[found]!) ? [] : [refOf(found, packages[found]!)]
  })
}

/** Folder in which `name` is found from the folder `path`; undefined if it is not installed. */
export function findFrom(packages: Packages, path: string, name: string): string | undefined {
  for (let folder = path; ; ) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[candidate]) return candidate
    if (folder === '') return undefined
    const above = folder.lastIndexOf('/node_modules/')
    folder = above === -1 ? '' : folder.slice(0, above)
  }
}

if (process.argv[1] === import.meta.filename) {
  const file = resolve(process.argv[2] ?? join(root, 'sbom.cdx.json'))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Packages }
  const bill = billOfMaterials(packages)
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  process.stdout.write(`${file} names the ${bill.components.length} packages of an installation.\n`)
}
