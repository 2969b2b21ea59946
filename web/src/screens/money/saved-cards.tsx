import '../../payments/cards.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddCard } from '../../payments/card-entry/add-card';
import { SavedCardsCard } from '../../payments/saved-cards-card';
import { PageHeading } from '../../ui/parts/page-heading';

/** The sender's saved cards, and the form that adds one. */
export function SavedCardsScreen() {
  const { t } = useTranslation();
  // Changes with every wish to add one, so that the form takes the focus again.
  const [wishes, setWishes] = useState(0);
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('cards.title')}>{t('cards.title')}</PageHeading>
      </div>
      <div className="grid">
        <SavedCardsCard
          onAdd={() => {
            setWishes(wishes + 1);
          }}
        />
        <AddCard key={wishes} focused={wishes > 0} />
      </div>
    </>
  );
}
