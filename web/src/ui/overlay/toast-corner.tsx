import { Toast } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { CircleCheck, TriangleAlert, X } from '../icons.tsx'
import { RequestId } from '../page/error-panel.tsx'
import type { ToastQueue } from './toast-queue.ts'

/** Milliseconds, long enough to press Undo. */
const shownMs = 8_000

interface Failed {
  requestId?: string | undefined
}

/** Shows notifications in the corner of the screen. */
export function ToastCorner({ queue }: { queue: ToastQueue }) {
  return (
    <Toast.Provider timeout={shownMs} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-40 flex w-[340px] flex-col gap-2">
          <ToastList queue={queue} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList({ queue }: { queue: ToastQueue }) {
  const { t } = useLingui()
  const { toasts, add, close } = Toast.useToastManager<Failed>()
  useEffect(
    () =>
      queue.open({
        show({ id, title, failure, undo }) {
          add({
            id,
            title,
            ...(failure && {
              type: 'error',
              description: failure.message,
              priority: 'high',
              timeout: 0,
              data: failure,
            }),
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
        },
        hide: close,
      }),
    [queue, add, close],
  )
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
