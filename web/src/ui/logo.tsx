/** Logo of the application. Hidden from screen readers, because the name is next to it. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="shrink-0">
      <rect width="24" height="24" rx="6" fill="#0b5a69" />
      <path d="M6.6 18v-5.2h2.9V18zM10.6 18V6h2.9v12zM14.6 18v-8.2h2.9V18z" fill="#fff" />
    </svg>
  )
}
