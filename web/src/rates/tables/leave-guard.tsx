import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** Asks before leaving a page with unsaved cells: by a link, another tab of the page, or closing the browser tab. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const { t } = useLingui()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && (current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      isOpen={blocker.status === 'blocked'}
      onClose={stay}
      title={t`Unsaved changes`}
      text={t`The cells are not saved. If you leave, the changes are lost.`}
      footer={
        <>
          <Button className="mr-auto" onClick={() => blocker.proceed?.()}>
            <Trans>Discard changes</Trans>
          </Button>
          <Button variant="brand" onClick={stay}>
            <Trans>Keep editing</Trans>
          </Button>
        </>
      }
    />
  )
}

/** Tab of the page in a URL. */
function tabOf(search: unknown): unknown {
  return search !== null && typeof search === 'object' && 'tab' in search ? search.tab : undefined
}
