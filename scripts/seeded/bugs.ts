import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../run.ts'

/** Plausible defect as a patch of the sources, and the proof that must detect it. */
export interface SeededBug {
  /** File name without extension. */
  readonly name: string
  /** Absolute path of the patch. */
  readonly file: string
  /** Description of the defect. */
  readonly defect: string
  /** Script with arguments, such as `unit server/src/x.test.ts`, `chaos --short uploads`, `fuzz --only bombs`. */
  readonly proof: readonly string[]
  /** Output of the proof when it detects exactly this defect: a rule, an invariant or a test title. */
  readonly noticedAs: string
}

const folder = join(root, 'scripts/seeded')

/**
 * All patches of `scripts/seeded`.
 * @throws Error for one whose header is incomplete
 */
export function seededBugs(): SeededBug[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.patch'))
  return files.toSorted().map((name) => readBug(join(folder, name)))
}

function readBug(file: string): SeededBug {
  const text = readFileSync(file, 'utf8')
  const [, defect, proof, noticedAs] = /^Defect: (.+)\nProof: (.+)\nNoticed as: (.+)\n/.exec(text) ?? []
  if (defect === undefined || proof === undefined || noticedAs === undefined) {
    throw new Error(`${basename(file)} does not begin with the lines “Defect:”, “Proof:” and “Noticed as:”.`)
  }
  return { name: basename(file, '.patch'), file, defect, proof: proof.split(' '), noticedAs }
}

/**
 * Applies a defect's patch to a copy of the sources.
 * @param how `--check` changes nothing, `--reverse` undoes it
 * @throws Error with instructions if it does not apply
 */
export function applyBug(copy: string, { file, name }: SeededBug, how?: '--check' | '--reverse'): void {
  const args = ['apply', ...(how === undefined ? [] : [how]), file]
  // With a surrounding repository, git would resolve the paths from that repository's root.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy) }
  const { status, stderr, error } = spawnSync('git', args, { cwd: copy, env, encoding: 'utf8' })
  if (error) throw new Error(`git is needed to apply patches: ${error.message}`)
  if (status === 0) return
  throw new Error(
    `scripts/seeded/${name}.patch does not apply any more. Make the same defect in the sources as they are now, write ` +
      `git diff into the file below its first three lines, and run npm run seeded -- ${name}. git says: ${stderr.trim()}`,
  )
}
