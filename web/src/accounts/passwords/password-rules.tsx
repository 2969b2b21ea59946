import { useTranslation } from 'react-i18next';
import { Flex } from '@mantine/core';
import { Icon } from '../../ui/parts/icon';
import { CHECK_PARAMS } from './checks';
import type { PasswordStrength } from './use-password-strength';

/** The rules of a password, each ticked as soon as it is met. */
export function PasswordRules({ strength }: { readonly strength: PasswordStrength }) {
  const { t } = useTranslation();
  return (
    <Flex component="ul" gap="var(--s-4) var(--s-24)" align="center" wrap="wrap">
      <Rule kept={strength.length} text={t('auth.ruleLength', CHECK_PARAMS)} />
      <Rule kept={strength.hard === true} text={t('auth.ruleHard')} />
    </Flex>
  );
}

function Rule({ kept, text }: { readonly kept: boolean; readonly text: string }) {
  const { t } = useTranslation();
  return (
    <Flex component="li" gap="xs" align="center" c={kept ? 'var(--success)' : 'inherit'}>
      <Icon name={kept ? 'checkCircle' : 'circle'} size={16} />
      {text}
      <span className="visually-hidden">{kept ? t('auth.ruleKept') : t('auth.ruleOpen')}</span>
    </Flex>
  );
}
