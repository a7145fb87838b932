import { findFrom, type Locked } from '../sbom.ts'

/** Supported processors. */
export const archs = ['x64', 'arm64'] as const
export type Arch = (typeof archs)[number]

/** Entry of package-lock.json with its platform restrictions. */
export interface Platform extends Locked {
  os?: string[]
  cpu?: string[]
  libc?: string[]
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

type Packages = Readonly<Record<string, Platform>>

/** Own packages needed on a server; the pages are built, so `web` is not needed. */
const ownPackages = ['', 'contract', 'server']

const folders = /^(bin|contract\/src|docs|packaging|seeds|server\/(data|migrations|src|texts))\//
const files: ReadonlySet<string> = new Set([
  ...['CHANGELOG.md', 'LICENSE', 'SECURITY.md', 'compose.yaml'],
  ...['package.json', 'package-lock.json', 'contract/package.json', 'server/package.json'],
])
/** Development files and images. */
const leftOut = /\.test\.tsx?$|^server\/src\/testing\/|^docs\/(screens|decisions)\/|^packaging\/release\//

/** OPS-42: whether a file of a commit is part of an installation, at the same path. */
export function isInstalled(path: string): boolean {
  return (files.has(path) || folders.test(path)) && !leftOut.test(path)
}

/** Whether a package's file is needed at run time: Node's headers and manual take 68 MB. */
export function isRun(path: string): boolean {
  return !/^node_modules\/(node-[^/]+\/(include|share|CHANGELOG\.md)|\.package-lock\.json)/.test(path)
}

/**
 * OPS-42: packages of an installation for one processor, as sorted folders: what the server needs, without build, check
 * and page packages, and without optional peer dependencies.
 */
export function productionPackages(packages: Packages, arch: Arch): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    for (const name of neededNames(packages[path]!)) {
      const next = findFrom(packages, path, name)
      if (next === undefined || found.has(next) || packages[next]!.link || !fits(packages[next]!, arch)) continue
      found.add(next)
      visit(next)
    }
  }
  for (const path of ownPackages) visit(path)
  return [...found].sort()
}

function neededNames(one: Platform): string[] {
  const peers = Object.keys(one.peerDependencies ?? {}).filter((name) => !one.peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...one.dependencies, ...one.optionalDependencies }), ...peers]
}

function fits({ os, cpu, libc }: Platform, arch: Arch): boolean {
  const takes = (list: string[] | undefined, value: string) => list === undefined || list.includes(value)
  return takes(os, 'linux') && takes(cpu, arch) && takes(libc, 'glibc')
}
