import type { Charge } from '@cartage/contract/charges/app/charge'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { ReasonDialog } from '../lists/reason.dialog.tsx'
import { useCommands } from '../shell/commands.ts'
import { Button } from '../ui/button.tsx'
import { Ban, Check, CircleCheck, Pencil, Send, Undo2, X } from '../ui/icons.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { OverrideDialog } from './override.dialog.tsx'
import { useChargeAction, usePossibleActions } from './use-charge-actions.ts'

type Asking = 'override' | 'exclude' | 'reject'

/** Actions on the selected charge, with buttons and the keys O, A, R and X. */
export function ChargeActions({ charge }: { charge: Charge }) {
  const { t } = useLingui()
  const can = usePossibleActions(charge)
  const action = useChargeAction()
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const { run } = action
  const commands = [
    can.override && {
      id: 'override',
      title: t`Edit charge`,
      icon: Pencil,
      keys: 'o',
      run: () => setAsking('override'),
    },
    can.approve && { id: 'approve', title: t`Approve`, icon: Check, keys: 'a', run: () => run(charge, 'approve') },
    can.reject && { id: 'reject', title: t`Reject`, icon: X, keys: 'r', run: () => setAsking('reject') },
    can.exclude && { id: 'exclude', title: t`Exclude`, icon: Ban, keys: 'x', run: () => setAsking('exclude') },
    can.include && { id: 'include', title: t`Include`, icon: Undo2, keys: 'x', run: () => run(charge, 'include') },
    can.request && {
      id: 'request',
      title: t`Request approval`,
      icon: Send,
      run: () => run(charge, 'request_approval'),
    },
    can.exclude && {
      id: 'elsewhere',
      title: t`Billed elsewhere`,
      icon: CircleCheck,
      run: () => run(charge, 'bill_elsewhere'),
    },
  ].filter((one) => one !== false)
  // The commands change with the charge, not with the array identity.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useCommands(useMemo(() => commands, [charge, t, ...Object.values(can)]))
  if (commands.length === 0) return null
  return (
    <Section>
      <div className="flex flex-wrap gap-1.5">
        {commands.map(({ id, title, icon, run: start, ...rest }) => (
          <Button
            key={id}
            icon={icon}
            {...('keys' in rest && { keys: rest.keys })}
            disabled={action.isBusy}
            onClick={start}
          >
            {title}
          </Button>
        ))}
      </div>
      {asking === 'override' && <OverrideDialog charge={charge} onClose={close} />}
      <ReasonDialog
        isOpen={asking === 'exclude'}
        title={t`Exclude ${charge.name}?`}
        verb={t`Exclude`}
        onClose={close}
        onConfirm={(reason) => {
          run(charge, 'exclude', reason)
          close()
        }}
      />
      <ReasonDialog
        isOpen={asking === 'reject'}
        title={t`Reject ${charge.name}?`}
        text={t`The reason is shown as the last line of the description.`}
        verb={t`Reject`}
        onClose={close}
        onConfirm={(reason) => {
          run(charge, 'reject', reason)
          close()
        }}
      />
    </Section>
  )
}
