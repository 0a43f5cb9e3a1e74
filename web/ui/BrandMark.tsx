// The mark of the product in the accent of the variant; without a user, the standard one's (contract/variants.ts).
interface Props {
  size?: string;
  company?: { product: string; mark: string };
}

export function BrandMark({ size = '1.5rem', company }: Props) {
  return (
    <svg viewBox="0 0 32 32" style={{ width: size, height: size, flex: 'none' }} aria-hidden>
      <title>{company?.product ?? 'Steward'}</title>
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path
        d={company?.mark ?? 'M16 6 26 16 16 26 6 16Z'}
        fill="none"
        stroke="var(--mantine-color-white)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
    </svg>
  );
}
