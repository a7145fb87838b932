// `npm run release`: builds an operator's installation into release/, for linux-x64 and linux-arm64. `-- --arch x64`
// builds for one processor, `-- --commit NAME` another commit than the last. `-- --try` installs it in an empty folder
// as an unprivileged user without npm, upgrades to it from the previous commit (or from `--from NAME`) with its data,
// and goes back.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRelease, type Release } from './release/build.ts'
import { type Arch, archs } from './release/contents.ts'
import { tryRelease } from './release/trial.ts'
import { root } from './run.ts'

const { values } = parseArgs({
  options: {
    arch: { type: 'string', multiple: true },
    commit: { type: 'string', default: 'HEAD' },
    try: { type: 'boolean', default: false },
    from: { type: 'string' },
    out: { type: 'string', default: join(root, 'release') },
  },
})

function chosenArchs(): Arch[] {
  const named = values.arch ?? (values.try ? [process.arch] : archs)
  return named.map((name) => {
    const arch = archs.find((one) => one === name)
    if (arch === undefined) throw new Error(`There is no release for ${name}: --arch takes ${archs.join(' and ')}.`)
    return arch
  })
}

const began = performance.now()
const say = (line: string) =>
  console.log(`${String(Math.round((performance.now() - began) / 1000)).padStart(4)} s  ${line}`)
const packages = mkdtempSync(join(tmpdir(), 'cartage-packages-'))
const order = { commit: values.commit, archs: chosenArchs(), folder: resolve(values.out), packages, say }
try {
  rmSync(order.folder, { recursive: true, force: true })
  const release = await buildRelease(order)
  say(`${order.folder} has ${release.version} of ${release.commit.slice(0, 12)}`)
  if (values.try) await tryIt(release)
} finally {
  rmSync(packages, { recursive: true, force: true })
}

/** Upgrades from the previous release to this one, and back. */
async function tryIt(release: Release): Promise<void> {
  const [arch] = order.archs
  const folder = mkdtempSync(join(tmpdir(), 'cartage-before-'))
  try {
    const commit = values.from ?? `${release.commit}~1`
    const before = await buildRelease({ ...order, commit, archs: [arch!], folder })
    await tryRelease({ before: before.archives[arch!]!, after: release.archives[arch!]!, client: release.client, say })
    say('installed, upgraded and rolled back')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
