import '@mantine/core/styles/Badge.layer.css';
import type { ReactNode } from 'react';
import { Badge as MantineBadge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TransferStatus } from '@kernel/money/transfers';
import type { KycBadge } from '@kernel/people/verification';
import { Icon, type IconName } from '../parts/icon';

export type BadgeTone = 'neutral' | 'success' | 'danger' | 'warning' | 'info' | 'plain';

interface BadgeProps {
  readonly tone?: BadgeTone;
  readonly icon?: IconName;
  readonly large?: boolean;
  readonly children: ReactNode;
}

/** A state in a word with an icon: never by color alone. */
export function Badge({ tone = 'neutral', icon, large = false, children }: BadgeProps) {
  return (
    <MantineBadge
      component="span"
      size={large ? 'lg' : 'md'}
      leftSection={icon && <Icon name={icon} size={large ? 16 : 14} />}
      {...(tone === 'plain' ? { variant: 'transparent' } : { color: tone })}
    >
      {children}
    </MantineBadge>
  );
}

interface Look {
  readonly tone: BadgeTone;
  readonly icon: IconName;
}

const TRANSFER_LOOKS: Readonly<Record<TransferStatus | 'unpaid', Look>> = {
  unpaid: { tone: 'warning', icon: 'card' },
  processing: { tone: 'info', icon: 'clock' },
  sent: { tone: 'info', icon: 'send' },
  delivered: { tone: 'success', icon: 'check' },
  cancelled: { tone: 'neutral', icon: 'crossCircle' },
  declined: { tone: 'danger', icon: 'alert' },
  refunding: { tone: 'warning', icon: 'refund' },
  refunded: { tone: 'neutral', icon: 'refund' },
};

/** What is as it should be, in a list of transfers. */
const ORDINARY: readonly string[] = ['processing', 'delivered'];

/** A transfer's state; in rows an ordinary one is plain, so that only exceptions are tinted, and a long word is a shorter one. */
export function StatusBadge({
  status,
  inRow = false,
}: {
  readonly status: TransferStatus | 'unpaid';
  readonly inRow?: boolean;
}) {
  const { t } = useTranslation();
  const { tone, icon } = TRANSFER_LOOKS[status];
  return (
    <Badge tone={inRow && ORDINARY.includes(status) ? 'plain' : tone} icon={icon}>
      {t(`status.${status}`, inRow ? { context: 'row' } : {})}
    </Badge>
  );
}

const KYC_LOOKS: Readonly<Record<KycBadge, Look>> = {
  unverified: { tone: 'neutral', icon: 'shield' },
  pending: { tone: 'warning', icon: 'clock' },
  verified: { tone: 'success', icon: 'shieldCheck' },
};

/** The sender's verification status. */
export function VerificationBadge({
  badge,
  large = false,
}: {
  readonly badge: KycBadge;
  readonly large?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Badge {...KYC_LOOKS[badge]} large={large}>
      {t(`status.${badge}`)}
    </Badge>
  );
}
