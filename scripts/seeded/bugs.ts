import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../run.ts'

/** A defect that someone could make, as a patch of the sources, and the proof that has to notice it. */
export interface SeededBug {
  /** Name of the file, without its ending. */
  readonly name: string
  /** Absolute path of the patch. */
  readonly file: string
  /** What is wrong, in plain words. */
  readonly defect: string
  /** A script and its arguments, such as `unit server/src/x.test.ts`, `chaos --short uploads`, `fuzz --only bombs`. */
  readonly proof: readonly string[]
  /** What the proof prints when it has noticed this and not something else: a rule, an invariant, the title of a test. */
  readonly noticedAs: string
}

const folder = join(root, 'scripts/seeded')

/** Every patch of `scripts/seeded`. @throws Error for one whose first lines do not say what it is */
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
 * Applies the patch of a defect to a copy of the sources.
 * @param how `--check` changes nothing, `--reverse` takes it back
 * @throws Error that says what to do when it does not apply
 */
export function applyBug(copy: string, { file, name }: SeededBug, how?: '--check' | '--reverse'): void {
  const args = ['apply', ...(how === undefined ? [] : [how]), file]
  // A repository around the copy would have the paths begin at its own root.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy) }
  const { status, stderr, error } = spawnSync('git', args, { cwd: copy, env, encoding: 'utf8' })
  if (error) throw new Error(`git is needed to apply patches: ${error.message}`)
  if (status === 0) return
  throw new Error(
    `scripts/seeded/${name}.patch does not apply any more. Make the same defect in the sources as they are now, write ` +
      `git diff into the file below its first three lines, and run npm run seeded -- ${name}. git says: ${stderr.trim()}`,
  )
}
