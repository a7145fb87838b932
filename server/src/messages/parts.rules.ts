/** A part of a message that can be applied without the others. */
export interface Part {
  /** Where the body says it. */
  path: string
  /** As the inbox keeps it. */
  item: unknown
}

/** How a message that reports several things is divided. */
export interface Parts<Prepared> {
  of(prepared: Prepared): readonly Part[]
  /** The message with nothing but the parts at these paths. */
  only(prepared: Prepared, paths: ReadonlySet<string>): Prepared
}

/** An update of a message with the place it is at. */
export interface Placed<Update> {
  path: string
  update: Update
}

/** The updates of a body with their places. */
export function placed<Update>(updates: readonly Update[]): Placed<Update>[] {
  return updates.map((update, at) => ({ path: `updates.${at}`, update }))
}

/** The parts of a message that has a list of updates. */
export function updateParts<Prepared extends { updates: readonly Placed<unknown>[] }>(): Parts<Prepared> {
  return {
    of: ({ updates }) => updates.map(({ path, update }) => ({ path, item: update })),
    only: (prepared, paths) => ({ ...prepared, updates: prepared.updates.filter(({ path }) => paths.has(path)) }),
  }
}

/** Why a part of a message waits: what the sender and the inbox say. */
export const faultOfPart =
  'The service could not apply this, through a fault of its own. It is kept and will be tried again.'

interface PartError {
  error_type: 'USER_INPUT_ERROR' | 'INTERNAL_ERROR'
  error_message: string
}

/** What a sender is answered for a part that was not applied. */
export function errorOfPart({ path }: Part, reason: string): { errors: PartError[] } {
  const error_type = reason === faultOfPart ? 'INTERNAL_ERROR' : 'USER_INPUT_ERROR'
  return { errors: [{ error_type, error_message: `${path}: ${reason}` }] }
}

/** The one answer to a message that was applied in parts: what is wrong with any of them, in their order. */
export function joinedAnswer<Answer>(answers: readonly unknown[]): Answer {
  const errors = answers.flatMap((one) => (one as { errors?: unknown[] | null } | null)?.errors ?? [])
  const whole = answers.find((one) => (one as { errors?: unknown } | null)?.errors == null) ?? null
  return (errors.length > 0 ? { errors } : whole) as Answer
}
