import type { Counts } from '../run.ts'

/** Extent of a proof: the part of `npm test`, the usual one for a change, or that of a release. */
export type Form = 'short' | 'usual' | 'deep'

/** Command line options: a form, and numbers that override those of the form. */
export interface Extent {
  readonly form: Form
  /** Value of an option, or the default of the form. */
  number(option: ExtentOption, ofForm: Readonly<Record<Form, number>>): number
}

/** Numeric options. */
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

/** Test under failures, followed by checks of the result. */
export interface Proof {
  /** One-line description for `--help`. */
  readonly what: string
  /** Forms in which it runs by default. */
  readonly forms: readonly Form[]
  run(extent: Extent): Promise<Counts>
}
