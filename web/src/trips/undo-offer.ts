import { useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { useUndo } from './planning.queries.ts'

/** Undo button for the notification of a planning command. None if there is nothing to undo. */
export function useUndoOffer(): (commandId: string | null) => { word: string; run: () => void } | undefined {
  const { t } = useLingui()
  const toasts = useToasts()
  const undo = useUndo()
  const takeBack = (commandId: string) =>
    undo.mutate(commandId, {
      onSuccess: () => toasts.done(t`Undone`),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  return (commandId) => (commandId === null ? undefined : { word: t`Undo`, run: () => takeBack(commandId) })
}
