import { classNames } from '../../ui/class-names.ts'

/** Tone of a notice. */
export type NoticeTone = 'grey' | 'green' | 'amber' | 'red'

const tones: Readonly<Record<NoticeTone, string>> = {
  grey: 'bg-surface text-ink shadow-card',
  green: 'bg-(--green-soft) text-green',
  amber: 'bg-amber-soft text-amber',
  red: 'bg-red-soft text-red',
}

interface DoorNoticeProps {
  tone: NoticeTone
  title: string
  text?: string | undefined
  /** The notice is the whole page: its title becomes the page heading. */
  isPage?: boolean
}

/** Prominent notice for the reader. */
export function DoorNotice({ tone, title, text, isPage = false }: DoorNoticeProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div role={tone === 'red' ? 'alert' : 'status'} className={classNames('rounded-[14px] p-4', tones[tone])}>
      <Title className="font-semibold">{title}</Title>
      {text !== undefined && <p className="pt-1 text-[15px] text-ink-2">{text}</p>}
    </div>
  )
}
