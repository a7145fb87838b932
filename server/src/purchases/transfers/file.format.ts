import { branch, documentText, leaf, type MaybeElement } from '../../billing/einvoice/xml.format.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { Creditor, Debtor, Remittance } from './sepa.rules.ts'

/** A stored file of credit transfers, from which its bytes are generated. */
export interface TransferFileFacts {
  readonly transfer_file_id: string
  readonly created_at: string
  readonly execution_day: string
  readonly debtor: Debtor
  readonly transfers: readonly { readonly transfer_id: string; readonly amount: string; readonly creditor: Creditor }[]
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

/** Ids in a file have at most 35 characters, so ours omit the hyphens. */
export function plainId(id: string): string {
  return id.replaceAll('-', '')
}

/** PAYOUT-3: file of SEPA credit transfers in EUR, pain.001.001.09, one batch, reproducible to the byte. */
export function transferFileText(file: TransferFileFacts): string {
  const { debtor, execution_day } = file
  // PAYOUT-9: invoices fully settled by credit notes are not sent to the bank.
  const transfers = file.transfers.filter(({ amount }) => decimal(amount).gt(0))
  const id = plainId(file.transfer_file_id)
  const sums = [leaf('NbOfTxs', String(transfers.length)), leaf('CtrlSum', sumOf(transfers))]
  const head = branch(
    'GrpHdr',
    leaf('MsgId', id),
    leaf('CreDtTm', `${file.created_at.slice(0, 19)}Z`),
    sums,
    branch('InitgPty', leaf('Nm', debtor.name)),
  )
  const batch = branch(
    'PmtInf',
    leaf('PmtInfId', id),
    leaf('PmtMtd', 'TRF'),
    leaf('BtchBookg', 'true'),
    sums,
    branch('PmtTpInf', branch('SvcLvl', leaf('Cd', 'SEPA'))),
    branch('ReqdExctnDt', leaf('Dt', execution_day)),
    branch('Dbtr', leaf('Nm', debtor.name)),
    account('DbtrAcct', debtor.iban),
    branch('DbtrAgt', branch('FinInstnId', bank(debtor.bic) ?? branch('Othr', leaf('Id', 'NOTPROVIDED')))),
    leaf('ChrgBr', 'SLEV'),
    transfers.map(transferOf),
  )
  const root = branch('Document', branch('CstmrCdtTrfInitn', head, batch))
  return documentText(root!, { '': namespace })
}

function transferOf({ transfer_id, amount, creditor }: TransferFileFacts['transfers'][number]): MaybeElement {
  const { name, iban, bic, remittance } = creditor
  return branch(
    'CdtTrfTxInf',
    branch('PmtId', leaf('EndToEndId', plainId(transfer_id))),
    branch('Amt', leaf('InstdAmt', amountText(decimal(amount), 'EUR'), { Ccy: 'EUR' })),
    branch('CdtrAgt', branch('FinInstnId', bank(bic))),
    branch('Cdtr', leaf('Nm', name)),
    account('CdtrAcct', iban),
    branch('RmtInf', remittanceElement(remittance)),
  )
}

const bank = (bic: string | null) => leaf('BICFI', bic)
const account = (name: string, iban: string) => branch(name, branch('Id', leaf('IBAN', iban)))

function remittanceElement({ kind, reference }: Remittance): MaybeElement {
  if (kind === 'TEXT') return leaf('Ustrd', reference)
  const type = branch('Tp', branch('CdOrPrtry', leaf('Cd', 'SCOR')), leaf('Issr', kind))
  return branch('Strd', branch('CdtrRefInf', type, leaf('Ref', reference)))
}

/** Exact sum, in cents. */
export function sumOf(transfers: readonly { readonly amount: string }[]): string {
  return amountText(
    transfers.reduce((sum, { amount }) => sum.plus(decimal(amount)), decimal('0')),
    'EUR',
  )
}
