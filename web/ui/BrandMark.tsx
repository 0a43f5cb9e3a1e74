// The mark of the company's product, or before sign-in of the installation's (tools/brandPages.ts), in the accent.
interface Props {
  size?: string;
  company?: { product: string; mark: string };
}

export function BrandMark({ size = '1.5rem', company }: Props) {
  const { product, mark } = company ?? document.documentElement.dataset;
  return (
    <svg viewBox="0 0 32 32" style={{ width: size, height: size, flex: 'none' }} aria-hidden>
      <title>{product}</title>
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path d={mark} fill="none" stroke="var(--mantine-color-white)" strokeWidth="3" strokeLinejoin="round" />
    </svg>
  );
}
