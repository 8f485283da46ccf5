"""How people appear wherever they are named: their pictures, the mark of bot accounts, and a new name in stored copies."""
