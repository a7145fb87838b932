import { type ChargeAction, chargeActions } from '@cartage/contract/charges/app/desk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../http/problem.ts'
import {
  approvalAfterChange,
  approvalByClient,
  type ChargeState,
  isShownToCustomer,
  outwardDescription,
  outwardStatus,
  stateAfter,
} from './state.rules.ts'

const created: ChargeState = { status: 'CREATED', status_reason: null, approval: null }
const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
  return undefined
}

describe('states of charges', () => {
  test('CHG-2: externally a charge is CREATED until it is posted, and one billed elsewhere is not invoiced', () => {
    const states = (
      ['CREATED', 'INVOICED', 'INVOICE_POSTED', 'DO_NOT_INVOICE', 'INVOICED_EXTERNAL', 'WITHDRAWN'] as const
    ).map(outwardStatus)
    expect(states).toEqual(['CREATED', 'CREATED', 'INVOICE_POSTED', 'DO_NOT_INVOICE', 'DO_NOT_INVOICE', undefined])
  })

  test('CHARGE-30: excluding needs a reason, and repeating it changes nothing', () => {
    expect(codeOf(() => stateAfter(created, 'exclude'))).toBe('validation_failed')
    const excluded = stateAfter(created, 'exclude', 'Agreed by phone')!
    expect(excluded).toMatchObject({ status: 'DO_NOT_INVOICE', status_reason: 'Agreed by phone' })
    expect(stateAfter(excluded, 'exclude', 'Agreed by phone')).toBeUndefined()
    expect(stateAfter(excluded, 'include')).toEqual(created)
  })

  test.each(chargeActions)('CHARGE-31: %s is refused on a finalised document', (action) => {
    for (const status of ['INVOICED', 'INVOICE_POSTED'] as const) {
      expect(codeOf(() => stateAfter({ ...created, status }, action, 'why'))).toBe('charge_invoiced')
    }
  })

  test('CHARGE-7: another amount has to be agreed to again', () => {
    expect(approvalAfterChange('APPROVED', { before: '36.00', after: '48.00' })).toBe('TO_REQUEST')
    expect(approvalAfterChange('APPROVED', { before: '36.00', after: '36.00' })).toBe('APPROVED')
    expect(approvalAfterChange(null, { before: '36.00', after: '48.00' })).toBeNull()
  })

  test('CHARGE-34: a customer decides requested charges, and does not decide twice', () => {
    const by = (approval: ChargeState['approval'], approval_status: 'APPROVED' | 'REJECTED', isCustomer = true) =>
      codeOf(() => approvalByClient({ ...created, approval }, { approval_status, comment: undefined, isCustomer }))
    expect(by('REQUESTED', 'APPROVED')).toBeUndefined()
    expect(by('APPROVED', 'APPROVED')).toBeUndefined()
    expect(by('APPROVED', 'REJECTED')).toBe('charge_decided')
    expect(by(null, 'APPROVED')).toBe('charge_decided')
    expect(by('APPROVED', 'REJECTED', false)).toBeUndefined()
  })

  test('CHARGE-15: a customer sees neither charges still to be requested nor earlier rejected ones', () => {
    const shown = ([null, 'TO_REQUEST', 'REQUESTED', 'REJECTED_INTERNAL', 'REJECTED', 'APPROVED'] as const).map(
      (approval) => isShownToCustomer({ ...created, approval }),
    )
    expect(shown).toEqual([true, false, true, false, true, true])
  })

  test('CHARGE-36: the last comment is the last line of the description', () => {
    expect(outwardDescription('Waiting', undefined)).toBe('Waiting')
    expect(outwardDescription('Waiting', 'Agreed')).toBe('Waiting\nAgreed')
    expect(outwardDescription('', 'Agreed')).toBe('Agreed')
  })
})

/** An event in the history of a charge. The model uses nothing else. */
type Happening =
  | ChargeAction
  | 'client approves'
  | 'client rejects'
  | 'customer approves'
  | 'customer rejects'
  | 'amount changes'
  | 'finalised'
  | 'posted'
  | 'credited'
  | 'withdrawn'
  | 'rated again'

const happenings: readonly Happening[] = [
  ...chargeActions,
  'client approves',
  'client rejects',
  'customer approves',
  'customer rejects',
  'amount changes',
  'finalised',
  'posted',
  'credited',
  'withdrawn',
  'rated again',
]

/** Result of the rules after an event; the same object if it was refused or changed nothing. */
function ruled(state: ChargeState, happening: Happening): ChargeState {
  try {
    return ruledOrThrown(state, happening)
  } catch (error) {
    if (error instanceof Problem) return state
    throw error
  }
}

function ruledOrThrown(state: ChargeState, happening: Happening): ChargeState {
  const isOpen = state.status !== 'INVOICED' && state.status !== 'INVOICE_POSTED' && state.status !== 'WITHDRAWN'
  const status = (from: ChargeState['status'], to: ChargeState['status']) =>
    state.status === from ? { ...state, status: to } : state
  switch (happening) {
    case 'amount changes':
      if (!isOpen) return state
      return { ...state, approval: approvalAfterChange(state.approval, { before: '1.00', after: '2.00' }) }
    case 'finalised': {
      const isAgreed = state.approval === null || state.approval === 'APPROVED'
      return isAgreed ? status('CREATED', 'INVOICED') : state
    }
    case 'posted':
      return status('INVOICED', 'INVOICE_POSTED')
    case 'credited':
      return state.status === 'INVOICED' ? status('INVOICED', 'CREATED') : status('INVOICE_POSTED', 'CREATED')
    case 'withdrawn':
      return status('CREATED', 'WITHDRAWN')
    case 'rated again':
      return status('WITHDRAWN', 'CREATED')
    case 'client approves':
    case 'client rejects':
    case 'customer approves':
    case 'customer rejects': {
      if (state.status === 'WITHDRAWN') return state
      const approval_status = happening.endsWith('approves') ? ('APPROVED' as const) : ('REJECTED' as const)
      const isCustomer = happening.startsWith('customer')
      if (isCustomer && !isShownToCustomer(state)) return state
      const approval = approvalByClient(state, { approval_status, comment: undefined, isCustomer })
      return approval === undefined ? state : { ...state, approval }
    }
    default:
      return stateAfter(state, happening, 'why') ?? state
  }
}

/** Expected state after a history, derived from its events alone: each question searches the list backwards. */
function modelled(history: readonly Happening[], first: ChargeState['approval']) {
  const taken: Happening[] = []
  const lastOf = (...some: Happening[]) => taken.findLastIndex((one) => some.includes(one))
  const isFinal = () => lastOf('finalised') > lastOf('credited')
  const isGone = () => lastOf('withdrawn') > lastOf('rated again')
  const side = () => {
    const last = taken.findLast((one) => one === 'exclude' || one === 'include' || one === 'bill_elsewhere')
    return last === undefined || last === 'include' ? 'in' : last
  }
  const approval = () => agreed(taken, first)
  for (const one of history) {
    const isOpen = !isFinal() && !isGone()
    const now = approval()
    const can: Readonly<Record<string, boolean>> = {
      finalised: isOpen && side() === 'in' && (now === null || now === 'APPROVED'),
      posted: isFinal() && lastOf('posted') < lastOf('finalised'),
      credited: isFinal(),
      withdrawn: isOpen && side() === 'in',
      'rated again': isGone(),
      approve: isOpen && now !== null,
      request_approval: isOpen && now !== 'APPROVED',
      'customer approves': isOpen && now === 'REQUESTED',
      'customer rejects': isOpen && now === 'REQUESTED',
    }
    if (can[one] ?? isOpen) taken.push(one)
  }
  const status = isGone()
    ? 'WITHDRAWN'
    : isFinal()
      ? lastOf('posted') > lastOf('finalised')
        ? 'INVOICE_POSTED'
        : 'INVOICED'
      : ({ in: 'CREATED', exclude: 'DO_NOT_INVOICE', bill_elsewhere: 'INVOICED_EXTERNAL' } as const)[side()]
  return { status, approval: approval() }
}

/** Expected approval after the accepted events. */
function agreed(taken: readonly Happening[], first: ChargeState['approval']): ChargeState['approval'] {
  const at = taken.findLastIndex((one) => /approve|reject|approval|amount/.test(one))
  if (at < 0) return first
  const before = () => agreed(taken.slice(0, at), first)
  const last = taken[at]!
  if (last.endsWith('approves') || last === 'approve') return 'APPROVED'
  if (last === 'request_approval') return 'REQUESTED'
  if (last === 'amount changes') return before() === null ? null : 'TO_REQUEST'
  if (last === 'reject') return ['REQUESTED', 'REJECTED'].includes(before() ?? '') ? 'REJECTED' : 'REJECTED_INTERNAL'
  return 'REJECTED'
}

test('CHARGE-30: 3,000 sequences end in the state of a model that records only events', () => {
  const approval = fc.constantFrom(null, 'TO_REQUEST' as const, 'APPROVED' as const)
  const sequence = fc.array(fc.constantFrom(...happenings), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(approval, sequence, (first, history) => {
      const { status, approval: end } = history.reduce(ruled, { ...created, approval: first })
      expect({ status, approval: end }).toEqual(modelled(history, first))
    }),
    { numRuns: 3_000 },
  )
})
