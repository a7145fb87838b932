import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { Keys } from '../ui/keys.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useAllCommands } from './commands.ts'

/** All keyboard shortcuts of the page. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const commands = useAllCommands().filter((command) => command.keys !== undefined)
  const isPage = (keys: string) => keys.startsWith('g>')
  const here = commands.filter(({ keys }) => !isPage(keys!))
  const pages = commands.filter(({ keys }) => isPage(keys!))
  const inLists = [
    { keys: 'j', text: t`Next row` },
    { keys: 'k', text: t`Previous row` },
    { keys: 'x', text: t`Select row` },
    { keys: 'space', text: t`Preview` },
    { keys: 'enter', text: t`Open row` },
    { keys: '/', text: t`Filter the list` },
    { keys: 'escape', text: t`Go back` },
  ]
  // Keys of bars and pool cards, which the board itself handles.
  const onBoard = [
    { keys: 'm', text: t`Move…` },
    { keys: 'p', text: t({ message: 'Place', context: 'on the planning board' }) },
    { keys: 's', text: t`Driver and trailer…` },
    { keys: 'a', text: t`Assign…` },
    { keys: 'i', text: t`Insert stop…` },
    { keys: 'u', text: t`Unplan` },
    { keys: 'enter', text: t`Open trip or order` },
    { keys: 'x', text: t`Select trip or order` },
    { keys: 'mod+a', text: t`Select all unplanned orders` },
    { keys: 'alt+arrowright', text: t`15 minutes later` },
    { keys: 'alt+down', text: t`To the next row` },
  ]
  const isBoard = useLocation({ select: ({ pathname }) => pathname.startsWith('/planning') })
  const ofRows = isBoard ? onBoard : inLists
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t`Keyboard`} className="w-[560px]">
      <div className="grid grid-cols-2 gap-x-8">
        <section>
          <h3 className="pb-1 text-[12px] font-medium text-ink-3">
            <Trans>On this page</Trans>
          </h3>
          {here.map((command) => (
            <Line key={command.id} keys={command.keys!} text={command.title} />
          ))}
          <h3 className="pt-3 pb-1 text-[12px] font-medium text-ink-3">
            {isBoard ? <Trans>On the board</Trans> : <Trans>In lists</Trans>}
          </h3>
          {ofRows.map((line) => (
            <Line key={line.keys} {...line} />
          ))}
        </section>
        <section>
          <h3 className="pb-1 text-[12px] font-medium text-ink-3">
            <Trans>Pages</Trans>
          </h3>
          {pages.map((command) => (
            <Line key={command.id} keys={command.keys!} text={command.title} />
          ))}
        </section>
      </div>
    </Dialog>
  )
}

function Line({ keys, text }: { keys: string; text: string }) {
  return (
    <p className="flex h-7 items-center justify-between gap-2">
      {text}
      <Keys keys={keys} />
    </p>
  )
}
