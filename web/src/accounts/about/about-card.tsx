import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Text } from '@mantine/core';
import { LANGUAGE_NAMES } from '../../lib/language';
import { useLanguage } from '../../preferences/use-language';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { useMe } from '../use-session';
import { EmailChange } from './email-change';
import { EmailDialog, LanguageDialog, NameCheckDialog, NameDialog, ShownAsDialog } from './dialogs';
import { NameCheck } from './name-check';
import { useNameChange } from './use-name';

type Field = 'name' | 'shownAs' | 'email' | 'language';

const DIALOGS = { name: NameDialog, shownAs: ShownAsDialog, email: EmailDialog, language: LanguageDialog };

/** Name, display name, address and language of the user, each with its change. A confirmed name is checked again. */
export function AboutCard() {
  const { t } = useTranslation();
  const me = useMe();
  const { language } = useLanguage();
  const [changing, setChanging] = useState<Field | null>(null);
  const { step, overview } = useNameChange();
  const Dialog = changing && (changing === 'name' && step === 'check' ? NameCheckDialog : DIALOGS[changing]);
  const rows: readonly (readonly [Field, string, ReactNode?])[] = [
    ['name', me.fullName, overview && <NameCheck key="name" overview={overview} />],
    ['shownAs', me.displayName],
    ['email', me.email, <EmailChange key="email" />],
    ['language', LANGUAGE_NAMES[language]],
  ];
  return (
    <Card title={t('profile.you')}>
      <ul className="rows">
        {rows.map(([field, value, below]) => (
          <li key={field}>
            <div className="row">
              <span className="row-who">
                <Text component="span" fz="sm" c="dimmed">
                  {t(`about.${field}`)}
                </Text>
                <b>{value}</b>
              </span>
              {(field !== 'name' || step === 'edit' || step === 'check') && (
                <Button
                  size="sm"
                  aria-label={t(`about.${field}Change`)}
                  onClick={() => {
                    setChanging(field);
                  }}
                >
                  {t('about.change')}
                </Button>
              )}
            </div>
            {below}
          </li>
        ))}
      </ul>
      {Dialog && (
        <Dialog
          onClose={() => {
            setChanging(null);
          }}
        />
      )}
    </Card>
  );
}
