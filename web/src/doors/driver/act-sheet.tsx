import type {
  DeviationReason,
  DriverActKind,
  DriverDay,
  DriverPhotoType,
  DriverStop,
} from '@cartage/contract/doors/app/driver'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useDriver } from './context.ts'
import { actLabel, deviationLabels } from './labels.ts'
import type { NewAct } from './model.ts'
import { PhotoFields, TakePhoto } from './photo-fields.tsx'
import { SignaturePad } from './signature-pad.tsx'

interface ActSheetProps {
  kind: DriverActKind
  stop: DriverStop
  /** Stops of the visit that the act applies to. */
  targets: readonly DriverStop[]
  questions: DriverDay['questions']
  /** Current time at the stop. */
  time: string
  onClose(): void
}

/** Remaining inputs of an act, with one large confirm button, so that an accidental touch reports nothing. */
export function ActSheet({ kind, stop, targets, questions, time, onClose }: ActSheetProps) {
  const { texts, model } = useDriver()
  const dialog = useRef<HTMLDialogElement>(null)
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  // A note concerns one order; photographs, seals and signatures usually concern all of them.
  const [chosen, choose] = useState(isOfOne(kind) ? targets[0]?.stop_id : undefined)
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])

  async function keep(act: NewAct, file?: Blob): Promise<void> {
    setBusy(true)
    try {
      const ids = targets.map(({ stop_id }) => stop_id)
      await model.act(act, file, chosen === undefined ? ids : [chosen])
      onClose()
    } catch {
      setFailure(texts.storeFailed)
      setBusy(false)
    }
  }

  const fields = { stop_id: chosen ?? stop.stop_id, isBusy, keep }
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="sheet-title" onClose={onClose}>
      <header className="sheet-head">
        <h2 id="sheet-title">{actLabel(kind, stop, texts)}</h2>
        <button type="button" className="small" onClick={onClose}>
          {texts.cancel}
        </button>
      </header>
      {failure !== '' && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      {targets.length > 1 && !isProgress(kind) && <WhichOrder targets={targets} chosen={chosen} onChoose={choose} />}
      {kind === 'PHOTO' && <Photo stop={stop} {...fields} />}
      {kind === 'SIGNATURE' && <Signature {...fields} />}
      {kind === 'SEAL' && <Seals {...fields} />}
      {kind === 'REMARK' && <Remark {...fields} />}
      {kind === 'DEVIATION' && <Deviation {...fields} />}
      {kind === 'ANSWERS' && <Answers questions={questions} {...fields} />}
      {isProgress(kind) && (
        <Fields label={texts.confirm} isBusy={isBusy} onSend={() => void keep({ kind, stop_id: stop.stop_id })}>
          <p className="sheet-time">{time}</p>
          <p>{stop.place.name ?? stop.place.city}</p>
        </Fields>
      )}
    </dialog>
  )
}

function isProgress(kind: DriverActKind): kind is 'ARRIVE' | 'DONE' | 'LEAVE' {
  return kind === 'ARRIVE' || kind === 'DONE' || kind === 'LEAVE'
}

function isOfOne(kind: DriverActKind): boolean {
  return kind === 'REMARK' || kind === 'DEVIATION'
}

interface WhichOrderProps {
  targets: readonly DriverStop[]
  /** Stop of the selected order; undefined for all of them. */
  chosen: string | undefined
  onChoose(stopId: string | undefined): void
}

function WhichOrder({ targets, chosen, onChoose }: WhichOrderProps) {
  const { texts } = useDriver()
  const choices: [string | undefined, string][] = [
    [undefined, texts.allOrders],
    ...targets.map((stop): [string, string] => [stop.stop_id, stop.order_number ?? '']),
  ]
  return (
    <fieldset className="choices">
      <legend>{texts.whichOrder}</legend>
      {choices.map(([id, word]) => (
        <label key={id ?? 'all'} className="choice">
          <input type="radio" name="order" checked={chosen === id} onChange={() => onChoose(id)} />
          {word}
        </label>
      ))}
    </fieldset>
  )
}

interface FieldsProps {
  label: string
  isBusy: boolean
  isReady?: boolean
  children: ReactNode
  onSend(form: FormData): void
}

function Fields({ label, isBusy, isReady = true, children, onSend }: FieldsProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend(new FormData(event.currentTarget))
  }
  return (
    <form className="fields" onSubmit={send}>
      {children}
      <button type="submit" className="big" disabled={isBusy || !isReady}>
        {label}
      </button>
    </form>
  )
}

interface OwnFields {
  stop_id: string
  isBusy: boolean
  keep(act: NewAct, file?: Blob): Promise<void>
}

function Photo({ stop, stop_id, isBusy, keep }: OwnFields & { stop: DriverStop }) {
  const { texts } = useDriver()
  const [photo, setPhoto] = useState<Blob>()
  const [type, setType] = useState<DriverPhotoType>()
  const send = () => {
    if (photo && type) void keep({ kind: 'PHOTO', stop_id, document_type: type }, photo)
  }
  return (
    <Fields label={texts.save} isBusy={isBusy} isReady={photo !== undefined && type !== undefined} onSend={send}>
      <PhotoFields stop={stop} photo={photo} type={type} onPhoto={setPhoto} onType={setType} />
    </Fields>
  )
}

function Signature({ stop_id, isBusy, keep }: OwnFields) {
  const { texts } = useDriver()
  const [image, setImage] = useState<Blob>()
  const [name, setName] = useState('')
  const send = () => {
    if (image) void keep({ kind: 'SIGNATURE', stop_id, signed_by: name.trim() }, image)
  }
  return (
    <Fields label={texts.save} isBusy={isBusy} isReady={image !== undefined && name.trim() !== ''} onSend={send}>
      <label className="field">
        {texts.signedBy}
        <input value={name} maxLength={200} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </label>
      <SignaturePad onChange={setImage} />
    </Fields>
  )
}

function Seals({ stop_id, isBusy, keep }: OwnFields) {
  const { texts } = useDriver()
  const send = (form: FormData) => {
    const lines = String(form.get('seals')).split(/[\n,;]/)
    const seal_numbers = lines.map((line) => line.trim()).filter((line) => line !== '')
    if (seal_numbers.length > 0) void keep({ kind: 'SEAL', stop_id, seal_numbers: seal_numbers.slice(0, 20) })
  }
  return (
    <Fields label={texts.save} isBusy={isBusy} onSend={send}>
      <label className="field">
        {texts.sealNumbers}
        <textarea name="seals" rows={3} autoCapitalize="characters" autoComplete="off" required />
      </label>
    </Fields>
  )
}

function Remark({ stop_id, isBusy, keep }: OwnFields) {
  const { texts } = useDriver()
  const send = (form: FormData) => {
    const text = String(form.get('remark')).trim()
    if (text !== '') void keep({ kind: 'REMARK', stop_id, text })
  }
  return (
    <Fields label={texts.save} isBusy={isBusy} onSend={send}>
      <label className="field">
        {texts.writeRemark}
        <textarea name="remark" rows={5} maxLength={4000} required />
      </label>
    </Fields>
  )
}

function Deviation({ stop_id, isBusy, keep }: OwnFields) {
  const { texts, model } = useDriver()
  const [reason, setReason] = useState<DeviationReason>()
  const [photo, setPhoto] = useState<Blob>()
  const send = async (form: FormData) => {
    if (!reason) return
    const count = String(form.get('quantity')).trim().replace(',', '.')
    const quantity = count === '' || Number.isNaN(Number(count)) ? null : Math.abs(Number(count))
    const text = String(form.get('remark')).trim()
    if (photo) await model.act({ kind: 'PHOTO', stop_id, document_type: 'PHOTO_DAMAGED_GOODS' }, photo)
    await keep({ kind: 'DEVIATION', stop_id, reason, quantity, text })
  }
  return (
    <Fields label={texts.save} isBusy={isBusy} isReady={reason !== undefined} onSend={(form) => void send(form)}>
      <fieldset className="choices">
        <legend>{texts.whatDiffers}</legend>
        {deviationLabels(texts).map(([value, word]) => (
          <label key={value} className="choice">
            <input type="radio" name="reason" checked={reason === value} onChange={() => setReason(value)} />
            {word}
          </label>
        ))}
      </fieldset>
      <label className="field">
        {texts.howMany}
        <input name="quantity" inputMode="decimal" maxLength={9} autoComplete="off" />
      </label>
      <label className="field">
        {texts.writeRemark}
        <textarea name="remark" rows={3} maxLength={4000} />
      </label>
      {reason === 'DAMAGED' && <TakePhoto photo={photo} onPhoto={setPhoto} />}
    </Fields>
  )
}

function Answers({ questions, stop_id, isBusy, keep }: OwnFields & Pick<DriverDay, 'questions'>) {
  const { texts } = useDriver()
  const send = (form: FormData) => {
    const given = questions.map(({ code }) => [code, String(form.get(code) ?? '').trim()] as const)
    const answers = Object.fromEntries(given.filter(([, answer]) => answer !== ''))
    if (Object.keys(answers).length > 0) void keep({ kind: 'ANSWERS', stop_id, answers })
  }
  return (
    <Fields label={texts.save} isBusy={isBusy} onSend={send}>
      {questions.map(({ code, name }) => (
        <label key={code} className="field">
          {name}
          <input name={code} maxLength={4000} autoComplete="off" />
        </label>
      ))}
    </Fields>
  )
}
