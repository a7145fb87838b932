/** A part of a message that can be applied alone. */
export interface Part {
  /** Path of the part in the body. */
  path: string
  /** Content for the inbox. */
  item: unknown
}

/** How a message with several reports is divided. */
export interface Parts<Prepared> {
  of(prepared: Prepared): readonly Part[]
  /** The message with only the parts at these paths. */
  only(prepared: Prepared, paths: ReadonlySet<string>): Prepared
}

/** An update of a message with its path. */
export interface Placed<Update> {
  path: string
  update: Update
}

/** The updates of a body with their paths. */
export function placed<Update>(updates: readonly Update[]): Placed<Update>[] {
  return updates.map((update, at) => ({ path: `updates.${at}`, update }))
}

/** Parts of a message with a list of updates. */
export function updateParts<Prepared extends { updates: readonly Placed<unknown>[] }>(): Parts<Prepared> {
  return {
    of: ({ updates }) => updates.map(({ path, update }) => ({ path, item: update })),
    only: (prepared, paths) => ({ ...prepared, updates: prepared.updates.filter(({ path }) => paths.has(path)) }),
  }
}

/** Text for the sender and the inbox when a part fails with an internal error. */
export const faultOfPart =
  'The service could not apply this, through a fault of its own. It is kept and will be tried again.'

interface PartError {
  error_type: 'USER_INPUT_ERROR' | 'INTERNAL_ERROR'
  error_message: string
}

/** Error in the response for a part that was not applied. */
export function errorOfPart({ path }: Part, reason: string): { errors: PartError[] } {
  const error_type = reason === faultOfPart ? 'INTERNAL_ERROR' : 'USER_INPUT_ERROR'
  return { errors: [{ error_type, error_message: `${path}: ${reason}` }] }
}

/** The combined response to a message applied in parts: all their errors, in order. */
export function joinedAnswer<Answer>(answers: readonly unknown[]): Answer {
  const errors = answers.flatMap((one) => (one as { errors?: unknown[] | null } | null)?.errors ?? [])
  const whole = answers.find((one) => (one as { errors?: unknown } | null)?.errors == null) ?? null
  return (errors.length > 0 ? { errors } : whole) as Answer
}
