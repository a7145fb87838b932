import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Logo } from '../ui/logo.tsx'
import { LoginForm } from './login.form.tsx'
import { returnPath } from './return-path.ts'

/** The only page without a session. */
export function LoginPage({ returnTo }: { returnTo: string | undefined }) {
  const router = useRouter()
  const navigate = useNavigate()

  useEffect(() => {
    document.title = 'Sign in · Cartage'
  }, [])

  async function onDone() {
    await router.invalidate()
    await navigate({ href: returnPath(returnTo), replace: true })
  }

  return (
    <div className="grid min-h-full place-items-center px-4 py-10">
      <main className="w-full max-w-[352px]">
        <div className="mb-5 flex items-center justify-center gap-2.5">
          <Logo size={28} />
          <span className="text-[17px] font-semibold tracking-[-0.01em]">Cartage</span>
        </div>
        <div className="rounded-[12px] bg-surface p-6 shadow-card">
          <h1 className="text-[15px] leading-5 font-semibold">Sign in</h1>
          <p className="mt-0.5 mb-4 text-ink-2">With the account of your transport company.</p>
          <LoginForm onDone={onDone} />
        </div>
        <p className="mt-4 text-center text-[12px] text-ink-2">
          Connecting a system?{' '}
          <a className="font-medium text-brand-ink underline underline-offset-2" href="/api-reference">
            API reference
          </a>
        </p>
      </main>
    </div>
  )
}
