import { Toast } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import { CircleCheck, TriangleAlert, X } from '../icons.tsx'
import { RequestId } from '../page/error-panel.tsx'

/** Long enough to press Undo. */
const shownMs = 8_000

interface ToastFacts {
  requestId?: string | undefined
}

/** Gives `useToasts` to everything under it and shows the notifications. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider timeout={shownMs} limit={4}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-40 flex w-[340px] flex-col gap-2">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { t } = useLingui()
  const { toasts } = Toast.useToastManager<ToastFacts>()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      {toast.type === 'error' ? (
        <TriangleAlert size={15} className="mt-0.5 shrink-0 text-red" aria-hidden="true" />
      ) : (
        <CircleCheck size={15} className="mt-0.5 shrink-0 text-green" aria-hidden="true" />
      )}
      <Toast.Content className="min-w-0 flex-1">
        <Toast.Title className="font-medium" />
        <Toast.Description className="text-ink-2 [overflow-wrap:anywhere]" />
        {toast.data?.requestId !== undefined && <RequestId id={toast.data.requestId} />}
      </Toast.Content>
      <Toast.Action className="btn btn-outline" />
      <Toast.Close className="btn btn-ghost btn-icon -mr-1" aria-label={t`Close`}>
        <X size={14} aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  ))
}

/** Notifications in the corner of the screen. */
export interface Notifications {
  /**
   * Something was done; `undo` offers the way back for eight seconds.
   * @returns takes the notification away, when it is not true any more
   */
  done(text: string, undo?: { word: string; run: () => void }): () => void
  /** Something was not done: what, why and the request id, as `failureOf` gives them. */
  failed(failure: { title: string; message: string; requestId?: string }): void
}

/** Notifies the user of the result of a command. */
export function useToasts(): Notifications {
  const { add, close } = Toast.useToastManager<ToastFacts>()
  return useMemo(
    () => ({
      done(text, undo) {
        const id: string = add({
          title: text,
          ...(undo && {
            actionProps: {
              children: undo.word,
              onClick: () => {
                close(id)
                undo.run()
              },
            },
          }),
        })
        return () => close(id)
      },
      failed({ title, message, requestId }) {
        add({ type: 'error', title, description: message, priority: 'high', timeout: 0, data: { requestId } })
      },
    }),
    [add, close],
  )
}
