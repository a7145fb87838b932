import type { Counts } from '../run.ts'

/** How much of a proof runs: a part of `npm test`, what a change is tried with, or what a release is. */
export type Form = 'short' | 'usual' | 'deep'

/** What the command line names: a form, and numbers that replace those of the form. */
export interface Extent {
  readonly form: Form
  /** An option by its name, or what the form takes. */
  number(option: ExtentOption, ofForm: Readonly<Record<Form, number>>): number
}

/** Options that take a number. */
export const extentOptions = [
  'server-kills',
  'database-kills',
  'delivery-kills',
  'money-kills',
  'documents',
  'orders',
  'requests',
  'megabytes',
  'rounds',
  'seed',
] as const
export type ExtentOption = (typeof extentOptions)[number]

/** Something that is tried under faults, and held against what has to be true afterwards. */
export interface Proof {
  /** One line for `--help`. */
  readonly what: string
  /** Forms in which it runs without being named. */
  readonly forms: readonly Form[]
  run(extent: Extent): Promise<Counts>
}
