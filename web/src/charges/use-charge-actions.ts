import type { Charge } from '@cartage/contract/charges/app/charge'
import type { ChargeAction } from '@cartage/contract/charges/app/desk'
import { useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { actOnCharge, useChargeChange } from './queries.ts'

/** Actions possible in the current state of a charge. The server enforces them too. */
export interface PossibleActions {
  override: boolean
  approve: boolean
  reject: boolean
  request: boolean
  exclude: boolean
  include: boolean
}

const none: PossibleActions = {
  override: false,
  approve: false,
  reject: false,
  request: false,
  exclude: false,
  include: false,
}

/** Actions that this user may take now. */
export function usePossibleActions(charge: Charge | undefined): PossibleActions {
  const mayWrite = usePermission('charge.write')
  const mayApprove = usePermission('charge.approve')
  if (!charge) return none
  const { status, approval, side } = charge
  const isOpen = status === 'CREATED' || status === 'DO_NOT_INVOICE' || status === 'INVOICED_EXTERNAL'
  const decides = mayApprove && side === 'SALES' && isOpen && approval !== null
  return {
    override: mayWrite && isOpen,
    approve: decides && approval !== 'APPROVED',
    reject: decides && approval !== 'REJECTED' && approval !== 'REJECTED_INTERNAL',
    request: decides && approval !== 'REQUESTED' && approval !== 'APPROVED',
    exclude: mayWrite && status === 'CREATED',
    include: mayWrite && (status === 'DO_NOT_INVOICE' || status === 'INVOICED_EXTERNAL'),
  }
}

/** Runs one charge action with a notification. */
export function useChargeAction() {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useChargeChange()
  const labels: Readonly<Record<ChargeAction, (name: string) => string>> = {
    approve: (name) => t`${name} approved`,
    reject: (name) => t`${name} rejected`,
    request_approval: (name) => t`Approval of ${name} requested`,
    exclude: (name) => t`${name} excluded`,
    include: (name) => t`${name} included`,
    bill_elsewhere: (name) => t`${name} marked as billed elsewhere`,
  }
  function run({ charge_id, version, name }: Charge, action: ChargeAction, reason?: string) {
    change.mutate(() => actOnCharge(charge_id, version, action, reason), {
      onSuccess: () => toasts.done(labels[action](name)),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  return { run, isBusy: change.isPending }
}
