import { type UseMutationOptions, type UseMutationResult, useMutation as useObserved } from '@tanstack/react-query'
import { useCallback } from 'react'

/** What a call of `mutate` does with its answer. */
export interface AnswerHandlers<Data, Input> {
  onSuccess?: ((data: Data, input: Input) => unknown) | undefined
  onError?: ((error: Error, input: Input) => unknown) | undefined
  onSettled?: (() => unknown) | undefined
  /** Opens what was made, after `onSuccess`; not for a person who has gone to another page in the meantime. */
  goOn?: ((data: Data) => unknown) | undefined
}

/** A command as a part of a page sends it. */
export type Mutation<Data, Input> = Omit<UseMutationResult<Data, Error, Input, unknown>, 'mutate'> & {
  mutate(input: Input, handlers?: AnswerHandlers<Data, Input>): void
}

/**
 * Sends a command to the server. Unlike those of TanStack Query, the handlers that `mutate` is given hear of every answer: also
 * when the part of the page that sent it is gone by then, such as a row that the stream of changes takes away before the answer
 * comes, or when it has sent another command since.
 * @param options as TanStack Query has them
 */
export function useMutation<Data, Input = void>(
  options: UseMutationOptions<Data, Error, Input, unknown>,
): Mutation<Data, Input> {
  const mutation = useObserved(options)
  const { mutateAsync } = mutation
  const mutate = useCallback(
    (input: Input, handlers: AnswerHandlers<Data, Input> = {}) => void answered(mutateAsync(input), input, handlers),
    [mutateAsync],
  )
  return { ...mutation, mutate }
}

async function answered<Data, Input>(
  sent: Promise<Data>,
  input: Input,
  { onSuccess, onError, onSettled, goOn }: AnswerHandlers<Data, Input>,
): Promise<void> {
  const page = window.location.pathname
  const outcome = await sent.then(
    (data) => ({ data }),
    (error: Error) => ({ error }),
  )
  if ('error' in outcome) onError?.(outcome.error, input)
  else onSuccess?.(outcome.data, input)
  onSettled?.()
  if ('data' in outcome && window.location.pathname === page) goOn?.(outcome.data)
}
