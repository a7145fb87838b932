import { type ReadElement, readXml, UnreadableXml } from '../../billing/einvoice/xml-read.format.ts'
import { type BankLine, unreadable } from './line.rules.ts'

/**
 * STMT-1: booked lines of a CAMT.053 statement of any version. An entry with several transactions becomes several
 * lines.
 * @throws Problem validation_failed
 */
export function readCamt(text: string): BankLine[] {
  const root = parse(text)
  const statements = root.all('BkToCstmrStmt.Stmt')
  if (root.name !== 'Document' || statements.length === 0)
    throw unreadable('This is not a bank statement. Export CAMT.053 or MT940 from the bank.')
  return statements
    .flatMap((statement) => statement.all('Ntry'))
    .filter(isBooked)
    .flatMap(linesOf)
}

function parse(text: string): ReadElement {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof UnreadableXml) throw unreadable(error.message)
    throw error
  }
}

/** Excludes pending entries, which may never be booked. */
function isBooked(entry: ReadElement): boolean {
  return (entry.text('Sts.Cd') ?? entry.text('Sts') ?? 'BOOK') === 'BOOK'
}

function linesOf(entry: ReadElement): BankLine[] {
  const day = entry.text('BookgDt.Dt') ?? entry.text('BookgDt.DtTm') ?? entry.text('ValDt.Dt') ?? ''
  const booked_on = day.slice(0, 10)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(booked_on)) throw unreadable('An entry of the statement has no day.')
  const isReversal = entry.text('RvslInd') === 'true'
  const isIn = (entry.text('CdtDbtInd') === 'CRDT') !== isReversal
  const parts = entry.all('NtryDtls.TxDtls')
  const own = parts.flatMap((part) => part.first('AmtDtls.TxAmt.Amt') ?? part.first('Amt') ?? [])
  const isDivided = parts.length > 1 && own.length === parts.length
  const pieces = isDivided ? parts : parts.slice(0, 1)
  const amounts = isDivided ? own : [entry.first('Amt')]
  return (pieces.length > 0 ? pieces : [entry]).map((piece, at) => ({
    booked_on,
    ...amountIn(amounts[at], isIn),
    ...partyOf(piece, isIn),
    text: textOf(piece) || (entry.text('AddtlNtryInf') ?? ''),
  }))
}

function amountIn(found: ReadElement | undefined, isIn: boolean): Pick<BankLine, 'amount' | 'currency'> {
  const amount = found?.value() ?? ''
  const currency = found?.attribute('Ccy') ?? ''
  if (!/^\d{1,15}(\.\d{1,5})?$/.test(amount) || !/^[A-Z]{3}$/.test(currency))
    throw unreadable('An entry of the statement has no amount.')
  return { amount: isIn ? amount : `-${amount}`, currency }
}

/** The other party of the transaction. */
function partyOf(piece: ReadElement, isIn: boolean): Pick<BankLine, 'name' | 'account'> {
  const [who, account] = isIn ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  return {
    name: piece.text(`RltdPties.${who}.Nm`) ?? piece.text(`RltdPties.${who}.Pty.Nm`),
    account: piece.text(`RltdPties.${account}.Id.IBAN`) ?? piece.text(`RltdPties.${account}.Id.Othr.Id`),
  }
}

function textOf(piece: ReadElement): string {
  const parts = [
    piece.texts('RmtInf.Strd.CdtrRefInf.Ref'),
    piece.texts('RmtInf.Ustrd'),
    piece.texts('RmtInf.Strd.AddtlRmtInf'),
  ]
  return parts.flatMap((part) => part ?? []).join('\n')
}
