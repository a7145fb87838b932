import { type UseMutationOptions, type UseMutationResult, useMutation as useObserved } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Handlers for the response of one `mutate` call. */
export interface AnswerHandlers<Data, Input> {
  onSuccess?: ((data: Data, input: Input) => unknown) | undefined
  onError?: ((error: Error, input: Input) => unknown) | undefined
  onSettled?: (() => unknown) | undefined
  /** Opens the created record after `onSuccess`; skipped if the user has left the page. */
  goOn?: ((data: Data) => unknown) | undefined
}

/** Mutation as components use it. */
export type Mutation<Data, Input> = Omit<UseMutationResult<Data, Error, Input, unknown>, 'mutate'> & {
  mutate(input: Input, handlers?: AnswerHandlers<Data, Input>): void
}

/**
 * Sends a command to the server. Unlike in TanStack Query, the handlers of `mutate` always run, even if the component
 * has unmounted, such as a row that the change stream removes before the response, or if it has sent another command
 * since.
 * @param options as in TanStack Query
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
