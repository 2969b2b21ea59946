import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMoney, splitMoney } from '../../lib/format';

interface AmountProps {
  /** "20.00" or whole cents. */
  readonly value: string | number;
  /** Headline amounts show their cents smaller: lg 28 px, xl 40 px. */
  readonly size?: 'text' | 'lg' | 'xl';
}

/** Money in the user's notation. */
export function Amount({ value, size = 'text' }: AmountProps) {
  const { i18n } = useTranslation();
  if (size === 'text') return <span className="nowrap figures">{formatMoney(value, i18n.language)}</span>;
  const { whole, cents } = splitMoney(value, i18n.language);
  return (
    <Text span className="money" {...(size === 'xl' && { fz: 'var(--fs-40)', lh: '48px' })}>
      {whole}
      <Text span c="dimmed" fz="0.6em" lts={0}>
        {cents}
      </Text>
    </Text>
  );
}
